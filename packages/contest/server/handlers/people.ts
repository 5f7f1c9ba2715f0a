import type { people } from '../../api/people.ts';
import { foldName } from '../../store/name-key.ts';
import { audit, holdPerson } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { knownDevice } from '../devices.ts';
import { DONE, type Handlers, personOf, sessionOf } from '../handler.ts';
import { mayHavePassword, mustHavePassword } from '../password-hashes.ts';
import { conflict, notAllowed, notFound, RefusalError, tooSoon, wrong } from '../refusal.ts';
import { rolesOf, serverRoleOf } from '../roles.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { beginSession, markIn, meOf } from '../session.ts';
import { cookieName } from '../who.ts';
import { endAccess, mustStillBeIn } from './access.ts';
import { acceptInvitation, invitationOf } from './invitations.ts';
import { join } from './join.ts';
import { newPerson } from './new-person.ts';
import { tokenLine } from './tokens.ts';

const NOT_SO = () => new RefusalError(403, 'sign-in/wrong');
const MAX_TOKENS = 20;

export const peopleHandlers: Handlers<keyof typeof people> = {
  me: ({ context }, { person }) => meOf(context.store.db, person),

  async signIn({ context, throttle, passwords, hasPasswords }, { body, request, reply }) {
    const { db } = context.store;
    const folded = foldName(body.name);
    const person = await db
      .selectFrom('people')
      .selectAll()
      .where('folded', '=', folded)
      .where('removed', '=', false)
      .executeTakeFirst();
    const device = person && (await knownDevice(db, person.id, request));
    const origin = device === undefined ? { address: request.ip } : { device };
    passwords.mustHaveRoom(origin);
    const again = await throttle.begin(folded, origin);
    if (again) throw tooSoon('sign-in/wait', again);
    const isRight = await passwords.isRight(body.password, person?.password, origin);
    // If an account may not have a password, the correct password gets the same reply as an incorrect password.
    if (!isRight || !person || !mayHavePassword(hasPasswords, person.role)) throw NOT_SO();
    await throttle.right(folded, origin);
    const dearer = passwords.isCheap(person.password) ? await passwords.hash(body.password, origin) : undefined;
    return await context.store.transaction(async (tx) => {
      // The password may have changed while the entered password was being checked.
      if (!(await markIn(tx, person.id, person.password))) throw NOT_SO();
      if (!mayHavePassword(hasPasswords, (await personBy(tx, person.id)).role)) throw NOT_SO();
      if (dearer !== undefined)
        await tx.updateTable('people').set({ password: dearer }).where('id', '=', person.id).execute();
      await beginSession(tx, person.id, request, reply);
      return await meOf(tx, person);
    });
  },

  async signOut({ context, tell }, asked) {
    const { request, reply } = asked;
    const session = sessionOf(asked);
    if (session !== undefined) {
      await context.store.db.deleteFrom('sessions').where('hash', '=', session).execute();
      await tell({ kind: 'end', which: { session } });
    }
    reply.clearCookie(cookieName(request), { path: '/' });
    return DONE;
  },

  join,

  async openLink({ context }, { body }) {
    const invited = await invitationOf(context.store.db, body.token);
    if (invited) {
      const { slug, form, role, expires } = invited;
      const staff = { contest: slug, title: form.title, role };
      return { purpose: 'staff', name: null, staff, expires: expires.toISOString() };
    }
    const link = await goodLink(context.store.db, body.token);
    const person = link.person === null ? undefined : await personBy(context.store.db, link.person);
    return { purpose: link.purpose, name: person?.name ?? null, expires: link.expires.toISOString() };
  },

  async useLink(server, asked) {
    const { context, passwords, tell } = server;
    const { body, request, reply } = asked;
    const invited = await invitationOf(context.store.db, body.token);
    if (invited) return await acceptInvitation(server, asked, invited.contest);
    // The link is checked before the password is hashed, so that a caller without a valid link causes no expensive
    // work.
    const link = await goodLink(context.store.db, body.token);
    const role = link.person === null ? 'organiser' : (await personBy(context.store.db, link.person)).role;
    mustHavePassword(server.hasPasswords, role);
    if (body.password === undefined) throw wrong('password', 'password/missing');
    const password = await passwords.hash(body.password, { address: request.ip });
    const me = await context.store.transaction(async (tx) => {
      const { person } = await goodLink(tx, body.token);
      if (person !== null) mustHavePassword(server.hasPasswords, (await holdPerson(tx, person))?.role);
      const link = await useUp(tx, body.token);
      let id = link.person;
      if (id === null) {
        if (body.name === undefined) throw wrong('name', 'name/missing');
        id = await newPerson(tx, body.name, 'organiser', password);
        // Several servers may have printed one link each.
        await tx.deleteFrom('links').where('purpose', '=', 'organiser').where('used', 'is', null).execute();
        await audit(tx, id, 'became organiser', body.name);
      } else {
        await tx.updateTable('people').set({ password, seen: now }).where('id', '=', id).execute();
        // Signs out sessions that began with the old password, and revokes everything that they created to sign in
        // again.
        await endAccess(tx, id, { all: { hasPassword: true } });
        await audit(tx, id, 'chose a new password by a link', '');
      }
      await beginSession(tx, id, request, reply);
      return await meOf(tx, await personBy(tx, id));
    });
    if (me.person) await tell({ kind: 'end', which: { person: me.person.id } });
    return me;
  },

  async changeMe({ context, throttle, passwords, hasPasswords, tell }, asked) {
    const { body } = asked;
    const person = personOf(asked);
    if (body.password) mustHavePassword(hasPasswords, person.role);
    // The caller is signed in, so attempts are counted per person, regardless of the address.
    const origin = { device: `signed in ${person.id}` };
    if (body.password) {
      passwords.mustHaveRoom(origin);
      const again = await throttle.begin(person.folded, origin);
      if (again) throw tooSoon('sign-in/wait', again);
      if (!(await passwords.isRight(body.password.old, person.password, origin)))
        throw wrong('old', 'password/old-wrong');
      await throttle.right(person.folded, origin);
    }
    const password = body.password && (await passwords.hash(body.password.new, origin));
    const me = await context.store.transaction(async (tx) => {
      if (password !== undefined) {
        const changed = await tx
          .updateTable('people')
          .set({ password })
          .where('id', '=', person.id)
          // Of two concurrent changes, the second change refers to an outdated password, and is rejected.
          .where('password', '=', person.password)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) throw wrong('old', 'password/old-wrong');
        const all = body.password!.endAll && { hasPassword: true };
        await endAccess(tx, person.id, { all, except: sessionOf(asked) });
        await audit(tx, person.id, 'changed the password', '');
      }
      if (body.locale)
        await tx.updateTable('people').set({ locale: body.locale }).where('id', '=', person.id).execute();
      return await meOf(tx, await personBy(tx, person.id));
    });
    if (password !== undefined) await tell({ kind: 'end', which: { person: person.id } });
    return me;
  },

  async endSessions({ context, tell }, asked) {
    const { id } = personOf(asked);
    await context.store.transaction(async (tx) => {
      if (!(await holdPerson(tx, id))) throw new RefusalError(401, 'sign-in');
      await endAccess(tx, id, { all: false, except: sessionOf(asked) });
      await audit(tx, id, 'signed out elsewhere', '');
    });
    await tell({ kind: 'end', which: { person: id } });
    return DONE;
  },

  async tokens({ context }, asked) {
    const rows = await context.store.db
      .selectFrom('tokens')
      .selectAll()
      .where('person', '=', personOf(asked).id)
      .where('kind', '=', 'personal')
      .where('revoked', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(tokenLine);
  },

  async makeToken({ context }, asked) {
    const person = personOf(asked);
    const { name } = asked.body;
    const scopes = [...new Set(asked.body.scopes)];
    if (scopes.includes('backup') && person.role !== 'organiser') throw notAllowed('not-allowed/organisers');
    if (scopes.includes('organise') && !(await hasRights(context.store.db, person)))
      throw notAllowed('not-allowed/organise-token');
    const secret = newSecret('lp');
    return await context.store.transaction(async (tx) => {
      if (!(await holdPerson(tx, person.id))) throw new RefusalError(401, 'sign-in');
      await mustStillBeIn(tx, sessionOf(asked));
      const { many } = await tx
        .selectFrom('tokens')
        .select(({ fn }) => fn.countAll<string>().as('many'))
        .where('person', '=', person.id)
        .where('revoked', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(many) >= MAX_TOKENS) throw conflict('tokens/many', { most: MAX_TOKENS });
      const row = await tx
        .insertInto('tokens')
        .values({ hash: hashSecret(secret), kind: 'personal', person: person.id, name, scopes: JSON.stringify(scopes) })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, person.id, 'made a token', `${name}: ${scopes.join(', ')}`);
      return { ...tokenLine(row), secret };
    });
  },

  async revokeToken({ context, tell }, asked) {
    const done = await context.store.db
      .updateTable('tokens')
      .set({ revoked: now })
      .where('id', '=', asked.params.id)
      .where('person', '=', personOf(asked).id)
      .where('kind', '=', 'personal')
      .where('revoked', 'is', null)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) throw notFound(`token ${asked.params.id}`);
    await tell({ kind: 'end', which: { person: personOf(asked).id, session: null } });
    return DONE;
  },
};

/** Checks whether a person has any rights that a token can use with the scope `organise`. */
const hasRights = async (db: Database, person: Row<'people'>): Promise<boolean> =>
  serverRoleOf(person) !== 'entrant' || (await rolesOf(db, person.id)).size > 0;

async function personBy(db: Tx | Parameters<typeof meOf>[0], id: number): Promise<Row<'people'>> {
  return await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Uses up a link. If the link is used several times at once, only one use succeeds. */
async function useUp(tx: Tx, token: string): Promise<Row<'links'>> {
  const link = await tx
    .updateTable('links')
    .set({ used: now })
    .where('hash', '=', hashSecret(token))
    .where('used', 'is', null)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (!link) throw new RefusalError(404, 'link/used');
  return link;
}

async function goodLink(db: Parameters<typeof meOf>[0], token: string): Promise<Row<'links'>> {
  const link = await db
    .selectFrom('links')
    .selectAll()
    .where('hash', '=', hashSecret(token))
    .where('used', 'is', null)
    .where('expires', '>', now)
    .executeTakeFirst();
  if (!link) throw new RefusalError(404, 'link/used');
  return link;
}
