import { sql } from 'kysely';
import type { ContestRole } from '../../api/roles.ts';
import type { staff } from '../../api/staff.ts';
import { foldName } from '../../store/name-key.ts';
import { audit, holdContest, holdPerson } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import { inSeconds, now } from '../../store/times.ts';
import type { Authorization } from '../guard.ts';
import { contestOf, DONE, type Handlers, personOf, type Server, sessionOf } from '../handler.ts';
import { conflict, notAllowed, notFound, RefusalError, wrong } from '../refusal.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { endIdle } from '../team.ts';
import { mustStillBeIn } from './access.ts';
import { goodInvitations } from './invitations.ts';

/** Validity of an invitation in seconds. */
const INVITATION_SECONDS = 5 * 86_400;

/**
 * Routes for a contest's staff. A contest with an owner always keeps an owner; if the last owner deletes their account,
 * organisers take over.
 */
export const staffHandlers: Handlers<keyof typeof staff> = {
  async staff({ context }, asked) {
    const rows = await context.store.db
      .selectFrom('staff')
      .innerJoin('people', 'people.id', 'staff.person')
      .select(['staff.person', 'people.name', 'staff.role', 'staff.since'])
      .where('contest', '=', contestOf(asked).id)
      .orderBy('since')
      .execute();
    return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
  },

  async addStaff(server, asked) {
    const { name, role } = asked.body;
    const found = await server.context.store.db
      .selectFrom('people')
      .select('id')
      .where('folded', '=', foldName(name))
      .where('removed', '=', false)
      .executeTakeFirst();
    if (!found) throw wrong('name', 'staff/unknown', { name });
    return await change(server, asked, found.id, async (tx, contest, person) => {
      const added = await tx
        .insertInto('staff')
        .values({ contest, person: person.id, role })
        .onConflict((known) => known.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 0n) throw conflict('staff/known', { name: person.name });
      await endIdle(tx, contest, person.id);
      await audit(tx, personOf(asked).id, `made ${role}`, person.name, contest);
    });
  },

  async inviteStaff({ context }, asked) {
    const secret = newSecret('li');
    const { role } = asked.body;
    return await context.store.transaction(async (tx) => {
      if (!(await holdPerson(tx, personOf(asked).id))) throw new RefusalError(401, 'sign-in');
      await mustStillBeIn(tx, sessionOf(asked));
      const { id, slug } = await holdContest(tx, contestOf(asked).id);
      await mustBeOwner(tx, asked, id);
      await tx.deleteFrom('invitations').where('expires', '<', now).execute();
      const { expires } = await tx
        .insertInto('invitations')
        .values({
          hash: hashSecret(secret),
          contest: id,
          role,
          inviter: personOf(asked).id,
          expires: inSeconds(INVITATION_SECONDS),
        })
        .returning('expires')
        .executeTakeFirstOrThrow();
      await audit(tx, personOf(asked).id, 'made an invitation', `${slug}: ${JSON.stringify({ role })}`, id);
      // After the #, the secret doesn't appear in server logs.
      return { link: `/link#${secret}`, expires: expires.toISOString() };
    });
  },

  async invitations({ context }, asked) {
    const rows = await goodInvitations(context.store.db)
      .select(['i.hash as id', 'i.role', 'people.name as inviter', 'i.expires'])
      .where('i.contest', '=', contestOf(asked).id)
      .orderBy('i.expires')
      .execute();
    return rows.map(({ expires, ...row }) => ({ ...row, expires: expires.toISOString() }));
  },

  async withdrawInvitation({ context }, asked) {
    await context.store.transaction(async (tx) => {
      const { id, slug } = await holdContest(tx, contestOf(asked).id);
      await mustBeOwner(tx, asked, id);
      const gone = await tx
        .deleteFrom('invitations')
        .where('contest', '=', id)
        .where('hash', '=', asked.params.invitation)
        .returning('role')
        .executeTakeFirst();
      if (!gone) throw notFound('invitation');
      await audit(tx, personOf(asked).id, 'withdrew an invitation', `${slug}: ${JSON.stringify(gone)}`, id);
    });
    return DONE;
  },

  async changeStaff(server, asked) {
    const { role } = asked.body;
    return await change(server, asked, asked.params.person, async (tx, contest, person) => {
      const { rows } = await sql`
        update staff set role = ${role} where contest = ${contest} and person = ${person.id}
          and (${role} = 'owner' or ${mayGo(contest, person.id)}) returning 1`.execute(tx);
      if (rows.length === 0) await mustBeLastOwner(tx, contest, person.id);
      await audit(tx, personOf(asked).id, `made ${role}`, person.name, contest);
    });
  },

  async removeStaff(server, asked) {
    return await change(server, asked, asked.params.person, async (tx, contest, person) => {
      const { rows } = await sql`
        delete from staff where contest = ${contest} and person = ${person.id} and ${mayGo(contest, person.id)}
        returning 1`.execute(tx);
      if (rows.length === 0) await mustBeLastOwner(tx, contest, person.id);
      // If an invitation remained, the person could return with it.
      await tx.deleteFrom('invitations').where('contest', '=', contest).execute();
      await audit(tx, personOf(asked).id, 'took a role away', person.name, contest);
    });
  },
};

/**
 * Returns the condition under which a person's role may change: there is another owner, or the person isn't an owner.
 */
const mayGo = (contest: number, person: number) => sql<boolean>`
  (role <> 'owner' or exists (
    select 1 from staff other where other.contest = ${contest} and other.person <> ${person} and other.role = 'owner'))`;

/** Throws the reason why nothing was changed. */
async function mustBeLastOwner(tx: Tx, contest: number, person: number): Promise<never> {
  if ((await roleNow(tx, contest, person)) === undefined) throw notFound(`person ${person}`);
  throw conflict('staff/last-owner');
}

const roleNow = async (tx: Tx, contest: number, person: number): Promise<ContestRole | undefined> =>
  (
    await tx
      .selectFrom('staff')
      .select('role')
      .where('contest', '=', contest)
      .where('person', '=', person)
      .executeTakeFirst()
  )?.role;

/**
 * Refuses a caller who isn't an owner any more, for example if two owners remove each other at the same time. The
 * caller of this function must lock the contest.
 */
async function mustBeOwner(tx: Tx, asked: Authorization, contest: number): Promise<void> {
  if (!asked.isOrganiser && (await roleNow(tx, contest, personOf(asked).id)) !== 'owner')
    throw notAllowed('not-allowed/owner');
}

/** Changes a person's role while the contest is locked. */
async function change(
  server: Server,
  asked: Authorization,
  person: number,
  write: (tx: Tx, contest: number, person: Row<'people'>) => Promise<void>,
): Promise<typeof DONE> {
  await server.context.store.transaction(async (tx) => {
    const held = await holdPerson(tx, person);
    if (!held) throw notFound(`person ${person}`);
    const { id } = await holdContest(tx, contestOf(asked).id);
    await mustBeOwner(tx, asked, id);
    // Deletes invitations that the person made as an owner, so that they don't become valid again if the person gets
    // the role back.
    await tx.deleteFrom('invitations').where('contest', '=', id).where('inviter', '=', person).execute();
    await write(tx, id, held);
  });
  // The person's pages reconnect with the new rights.
  await server.tell({ kind: 'changed' });
  await server.tell({ kind: 'end', which: { person } });
  return DONE;
}
