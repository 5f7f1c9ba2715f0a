import { sql } from 'kysely';
import type { organiser } from '../../api/organiser.ts';
import { setAside } from '../../queue/compare.ts';
import { audit, holdContest, holdPerson } from '../../store/rows.ts';
import type { Tx } from '../../store/schema.ts';
import { inSeconds, now } from '../../store/times.ts';
import type { MatchKind } from '../../words.ts';
import { isWorkerMissing } from '../contest-view.ts';
import { contestOf, DONE, type Handlers, personOf } from '../handler.ts';
import { metricsText } from '../metrics.ts';
import { hasPassword, mustHavePassword } from '../password-hashes.ts';
import { conflict, notAllowed, notFound } from '../refusal.ts';
import { serverRoleOf } from '../roles.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { endIdle } from '../team.ts';
import { endAccess } from './access.ts';
import { auditOf } from './audit.ts';
import { backupAll } from './backup.ts';
import { exportContest } from './export.ts';
import { deletePerson, mergePeople, mustStillBeOrganiser } from './persons.ts';
import { tokenLine } from './tokens.ts';

type Ids =
  | 'people'
  | 'accessLink'
  | 'endAccess'
  | 'setRole'
  | 'mergePeople'
  | 'deletePerson'
  | 'workers'
  | 'workerTokens'
  | 'makeWorkerToken'
  | 'revokeWorkerToken'
  | 'quarantine'
  | 'release'
  | 'audit'
  | 'contestAudit'
  | 'export'
  | 'backup'
  | 'metrics';

const LINK_SECONDS = 86_400;

/** Organisers' routes for the whole server. */
export const adminHandlers: Handlers<Ids & keyof typeof organiser> = {
  async people({ context, throttle }) {
    const { db } = context.store;
    const rows = await db.selectFrom('people').selectAll().where('removed', '=', false).orderBy('id').execute();
    const members = await db
      .selectFrom('members')
      .innerJoin('entrants', 'entrants.id', 'members.entrant')
      .innerJoin('contests', 'contests.id', 'entrants.contest')
      .select([
        'members.person',
        'contests.slug as contest',
        'entrants.number',
        'entrants.approved',
        'entrants.group_name as group',
      ])
      .execute();
    const ids = await db.selectFrom('roster').select(['person', 'roster_id']).where('person', 'is not', null).execute();
    const held = await throttle.heldUntil(rows.map(({ folded }) => folded));
    return rows.map(({ id, name, folded, locale, created, seen, ...roles }) => ({
      id,
      name,
      role: serverRoleOf(roles),
      ...(locale && { locale }),
      created: created.toISOString(),
      seen: seen?.toISOString() ?? null,
      locked: held.get(folded)?.toISOString() ?? null,
      rosterId: [...new Set(ids.flatMap((row) => (row.person === id ? [row.roster_id] : [])))].join(', ') || null,
      entrants: members.filter(({ person }) => person === id).map(({ person: _, ...entrant }) => entrant),
    }));
  },

  async accessLink({ context, hasPasswords }, asked) {
    const secret = newSecret('ll');
    return await context.store.transaction(async (tx) => {
      const person = await holdPerson(tx, asked.params.id);
      if (!person) throw notFound(`person ${asked.params.id}`);
      mustHavePassword(hasPasswords, person.role);
      const { expires } = await tx
        .insertInto('links')
        .values({ hash: hashSecret(secret), purpose: 'access', person: person.id, expires: inSeconds(LINK_SECONDS) })
        .returning('expires')
        .executeTakeFirstOrThrow();
      await audit(tx, personOf(asked).id, 'gave an access link', person.name);
      // After the #, the secret doesn't appear in server logs.
      return { link: `/link#${secret}`, expires: expires.toISOString() };
    });
  },

  async endAccess({ context, tell, hasPasswords }, asked) {
    const own = personOf(asked).id;
    const { id } = asked.params;
    // Users end their own access on the page *My account*.
    if (id === own) throw conflict('role/own');
    await context.store.transaction(async (tx) => {
      await mustStillBeOrganiser(tx, own);
      const person = await holdPerson(tx, id);
      if (!person) throw notFound(`person ${id}`);
      await endAccess(tx, id, { all: { hasPassword: hasPassword(hasPasswords, person) } });
      await audit(tx, own, 'ended access', person.name);
    });
    await tell({ kind: 'end', which: { person: id } });
    return DONE;
  },

  async setRole({ context, tell }, asked) {
    const own = personOf(asked).id;
    const { role } = asked.body;
    if (asked.params.id === own) throw conflict('role/own');
    await context.store.transaction(async (tx) => {
      await mustStillBeOrganiser(tx, own);
      const done = await tx
        .updateTable('people')
        .set({ role: role === 'organiser' ? role : 'entrant', makes_contests: role === 'teacher' })
        .where('id', '=', asked.params.id)
        .where('removed', '=', false)
        .returning('name')
        .executeTakeFirst();
      if (!done) throw notFound(`person ${asked.params.id}`);
      await tx.deleteFrom('invitations').where('inviter', '=', asked.params.id).execute();
      if (role === 'organiser') await endWaiting(tx, asked.params.id);
      await audit(tx, own, `made ${role}`, done.name);
    });
    await tell({ kind: 'end', which: { person: asked.params.id } });
    return DONE;
  },

  async mergePeople({ context, tell }, asked) {
    if (asked.body.other === asked.params.id) throw conflict('people/same');
    if (asked.body.other === personOf(asked).id) throw notAllowed('people/own-merge');
    await context.store.transaction(async (tx) => {
      await mustStillBeOrganiser(tx, personOf(asked).id);
      await mergePeople(tx, asked.params.id, asked.body.other);
      await audit(tx, personOf(asked).id, 'merged accounts', `${asked.body.other} into ${asked.params.id}`);
    });
    for (const person of [asked.params.id, asked.body.other]) await tell({ kind: 'end', which: { person } });
    return DONE;
  },

  async deletePerson(server, asked) {
    const { context, tell } = server;
    if (asked.params.id === personOf(asked).id) throw conflict('people/own');
    await context.store.transaction(async (tx) => {
      await mustStillBeOrganiser(tx, personOf(asked).id);
      await deletePerson(tx, asked.params.id);
      await audit(tx, personOf(asked).id, 'deleted a person', String(asked.params.id));
    });
    await tell({ kind: 'end', which: { person: asked.params.id } });
    server.changed();
    return DONE;
  },

  async workers({ context }) {
    const { db } = context.store;
    const { rows: workers } = await sql<{
      worker: string;
      token: string;
      engine: string;
      own: boolean;
      seen: Date;
      gone: boolean;
      leases: number;
      played: number;
      why: string | null;
    }>`
      select w.worker, t.name as token, w.engine, t.own, w.seen, w.played, w.why,
        w.seen < clock_timestamp() - interval '60 seconds' as gone,
        (select count(*)::int from matches m where m.state = 'leased' and m.worker = w.worker) as leases
      from workers w join tokens t on t.id = w.token
      where w.seen > clock_timestamp() - interval '1 hour' order by gone, t.own desc, w.worker`.execute(db);
    const { rows: queue } = await sql<{
      contest: string;
      kind: MatchKind;
      waiting: number;
      leased: number;
      oldest: number;
    }>`
      select c.slug as contest, m.kind, (count(*) filter (where m.state = 'queued'))::int as waiting,
        (count(*) filter (where m.state = 'leased'))::int as leased,
        coalesce(extract(epoch from clock_timestamp() - min(m.created) filter (where m.state = 'queued')), 0)::float as oldest
      from matches m join contests c on c.id = m.contest
      where m.state in ('queued', 'leased') group by c.slug, m.kind, m.priority order by m.priority, c.slug`.execute(
      db,
    );
    const compiling = await db
      .selectFrom('submissions')
      .innerJoin('contests', 'contests.id', 'submissions.contest')
      .select(['contests.slug as contest', 'submissions.number', 'submissions.state', 'submissions.since'])
      .where('submissions.state', 'not in', ['in', 'rejected'])
      .orderBy('submissions.id')
      .limit(200)
      .execute();
    return {
      workers: workers.map((each) => ({ ...each, seen: each.seen.toISOString() })),
      queue,
      compiling: compiling.map(({ contest, number, state, since }) => ({
        contest,
        submission: number,
        state,
        since: since.toISOString(),
      })),
      engine: context.engine,
      noWorker: await isWorkerMissing(db),
    };
  },

  async workerTokens({ context }) {
    const rows = await context.store.db
      .selectFrom('tokens')
      .selectAll()
      .where('kind', '=', 'worker')
      // The server's own token can't be revoked.
      .where('own', '=', false)
      .where('revoked', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(tokenLine);
  },

  async makeWorkerToken({ context }, asked) {
    const secret = newSecret('lw');
    return await context.store.transaction(async (tx) => {
      const row = await tx
        .insertInto('tokens')
        .values({ hash: hashSecret(secret), kind: 'worker', name: asked.body.name })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, personOf(asked).id, 'made a worker’s token', asked.body.name);
      return { ...tokenLine(row), secret };
    });
  },

  async revokeWorkerToken(server, asked) {
    await server.context.store.transaction(async (tx) => {
      const done = await tx
        .updateTable('tokens')
        .set({ revoked: now })
        .where('id', '=', asked.params.id)
        .where('kind', '=', 'worker')
        .where('own', '=', false)
        .where('revoked', 'is', null)
        .returning('name')
        .executeTakeFirst();
      if (!done) throw notFound(`worker token ${asked.params.id}`);
      await tx
        .updateTable('matches')
        .set({ state: 'queued', worker: null, token: null, deadline: null })
        .where('state', '=', 'leased')
        .where('token', '=', asked.params.id)
        .execute();
      const again = asked.query.again === '1';
      if (again) await setAside(tx, asked.params.id, 0, 'an organiser no longer trusts this worker');
      const what = again ? 'revoked a worker’s token, and what it said is played again' : 'revoked a worker’s token';
      await audit(tx, personOf(asked).id, what, done.name);
    });
    server.changed();
    return DONE;
  },

  async quarantine({ context }) {
    const { db } = context.store;
    const rows = await db.selectFrom('quarantine').selectAll().orderBy('at', 'desc').execute();
    const submissions = await db
      .selectFrom('submissions')
      .innerJoin('contests', 'contests.id', 'submissions.contest')
      .innerJoin('quarantine', 'quarantine.module', 'submissions.module')
      .select(['submissions.module', 'contests.slug', 'submissions.number'])
      .execute();
    return rows.map(({ module, at, why }) => ({
      module,
      at: at.toISOString(),
      why,
      submissions: submissions.filter((each) => each.module === module).map(({ slug, number }) => `${slug} ${number}`),
    }));
  },

  async release(server, asked) {
    await server.context.store.transaction(async (tx) => {
      const done = await tx.deleteFrom('quarantine').where('module', '=', asked.params.module).executeTakeFirst();
      if (done.numDeletedRows === 0n) throw notFound('a module in quarantine');
      await tx.deleteFrom('suspicions').where('module', '=', asked.params.module).execute();
      await audit(tx, personOf(asked).id, 'released from quarantine', asked.params.module);
    });
    server.changed();
    return DONE;
  },

  audit: ({ context }, { query }) => auditOf(context.store.db, query),
  contestAudit: ({ context }, asked) => auditOf(context.store.db, asked.query, contestOf(asked).id),

  export: exportContest,
  backup: backupAll,
  metrics: async (server) => ({ content: await metricsText(server) }),
};

/** Removes the waiting entrants of a person who now has all rights in every contest. */
async function endWaiting(tx: Tx, person: number): Promise<void> {
  const waiting = await tx
    .selectFrom('entrants')
    .innerJoin('members', 'members.entrant', 'entrants.id')
    .select('entrants.contest')
    .where('members.person', '=', person)
    .where('approved', '=', false)
    .orderBy('entrants.contest')
    .execute();
  for (const { contest } of waiting) await endIdle(tx, (await holdContest(tx, contest)).id, person);
}
