import type { CurrentUser } from '../../api/people.ts';
import { kitIn, looksBuiltIn } from '../../game-catalog.ts';
import { audit, holdContest, holdPerson } from '../../store/rows.ts';
import type { Database, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import type { AuthorizedRequest, Server } from '../handler.ts';
import { mustHavePassword } from '../password-hashes.ts';
import { conflict, RefusalError, wrong } from '../refusal.ts';
import { hashSecret } from '../secrets.ts';
import { beginSession, meOf } from '../session.ts';
import { endIdle } from '../team.ts';
import { newPerson } from './new-person.ts';

/**
 * Returns the valid invitations. An invitation expires after some days, or when the inviter may no longer assign roles.
 */
export const goodInvitations = (db: Database | Tx) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('people', 'people.id', 'i.inviter')
    .leftJoin('staff', (join) => join.onRef('staff.contest', '=', 'i.contest').onRef('staff.person', '=', 'i.inviter'))
    .where('i.expires', '>', now)
    .where(({ or, eb }) => or([eb('people.role', '=', 'organiser'), eb('staff.role', '=', 'owner')]));

/** Returns the valid invitation of a link; undefined if there is none. */
export const invitationOf = async (db: Database | Tx, token: string) =>
  await goodInvitations(db)
    .innerJoin('contests', 'contests.id', 'i.contest')
    .select(['i.contest', 'i.role', 'i.expires', 'contests.slug', 'contests.form'])
    .where('i.hash', '=', hashSecret(token))
    .executeTakeFirst();

/**
 * Gives the caller the role of an invitation, and an account if the caller isn't signed in. The caller doesn't become
 * an entrant.
 */
export async function acceptInvitation(
  server: Server,
  { body, person, request, reply }: AuthorizedRequest<'useLink'>,
  contest: number,
): Promise<CurrentUser> {
  const { store } = server.context;
  const isNew = person === undefined;
  if (isNew) mustHavePassword(server.hasPasswords, 'entrant');
  if (isNew && body.name === undefined) throw wrong('name', 'name/missing');
  if (isNew && body.password === undefined) throw wrong('password', 'password/missing');
  const password = isNew ? await server.passwords.hash(body.password!, { address: request.ip }) : undefined;
  const me = await store.transaction(async (tx) => {
    const id = person?.id ?? (await newPerson(tx, body.name!, 'entrant', password!));
    const own = await holdPerson(tx, id);
    if (!own) throw new RefusalError(401, 'sign-in');
    const { slug, form } = await holdContest(tx, contest);
    const invited = await invitationOf(tx, body.token);
    // Of several concurrent uses, only one succeeds.
    const used = await tx.deleteFrom('invitations').where('hash', '=', hashSecret(body.token)).executeTakeFirst();
    if (!invited || used.numDeletedRows === 0n) throw new RefusalError(404, 'link/used');
    const { role } = invited;
    if (isNew && looksBuiltIn(kitIn(server.context.catalog, form.game), own.name))
      throw wrong('name', 'name/builtin', { name: own.name });
    const added = await tx
      .insertInto('staff')
      .values({ contest, person: id, role })
      .onConflict((known) => known.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) throw conflict('staff/known', { name: own.name });
    await endIdle(tx, contest, id);
    await audit(tx, id, 'accepted an invitation', `${slug}: ${JSON.stringify({ role })}`, contest);
    if (isNew) await beginSession(tx, id, request, reply);
    return await meOf(tx, own);
  });
  // The person's pages reconnect with the new rights.
  await server.tell({ kind: 'changed' });
  await server.tell({ kind: 'end', which: { person: me.person!.id } });
  return me;
}
