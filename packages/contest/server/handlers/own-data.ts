import { sql } from 'kysely';
import type { ownData } from '../../api/people.ts';
import { FILES_AT_ONCE } from '../../store/backup.ts';
import { foldName } from '../../store/name-key.ts';
import { audit } from '../../store/rows.ts';
import type { Database, Row } from '../../store/schema.ts';
import { DONE, type Handlers, personOf } from '../handler.ts';
import { conflict, tooSoon, wrong } from '../refusal.ts';
import { serverRoleOf } from '../roles.ts';
import { drained } from '../wait-for-drain.ts';
import { deletePerson } from './persons.ts';

/** Routes with which people export or delete their own data. */
export const ownDataHandlers: Handlers<keyof typeof ownData> = {
  async exportMe({ context, version }, asked) {
    const { raw } = asked.reply;
    const person = personOf(asked);
    asked.reply.hijack();
    raw.writeHead(200, {
      ...(asked.reply.getHeaders() as Record<string, string>),
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="my-data.jsonl"',
      'cache-control': 'no-store',
    });
    raw.on('error', () => {});
    try {
      for await (const line of linesAbout(context.store.db, person, version)) {
        if (raw.destroyed) return undefined;
        if (!raw.write(`${JSON.stringify(line)}\n`)) await drained(raw);
      }
      raw.end();
    } catch {
      // Since the last line is missing, readers notice that the export is incomplete.
      raw.destroy();
    }
    return undefined;
  },

  async deleteMe(server, asked) {
    const { context, throttle, passwords, tell } = server;
    const { body } = asked;
    const person = personOf(asked);
    if (person.role === 'organiser') throw conflict('people/own');
    if (foldName(body.name) !== person.folded) throw wrong('name', 'name/not-own');
    // An account that signs in another way than by password has no password.
    if (person.password !== null) {
      const origin = { device: `signed in ${person.id}` };
      passwords.mustHaveRoom(origin);
      const again = await throttle.begin(person.folded, origin);
      if (again) throw tooSoon('sign-in/wait', again);
      if (!(await passwords.isRight(body.password ?? '', person.password, origin)))
        throw wrong('password', 'password/old-wrong');
      await throttle.right(person.folded, origin);
    }
    await context.store.transaction(async (tx) => {
      // The person may have become an organiser since the request was authorised.
      const { role } = await tx
        .selectFrom('people')
        .select('role')
        .where('id', '=', person.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (role === 'organiser') throw conflict('people/own');
      await deletePerson(tx, person.id);
      await audit(tx, person.id, 'deleted the own account', String(person.id));
    });
    await tell({ kind: 'end', which: { person: person.id } });
    server.changed();
    return DONE;
  },
};

/**
 * Yields a line for each piece of data about a person. Secrets exist only as hashes, which are useless to the person
 * and left out.
 */
async function* linesAbout(db: Database, person: Row<'people'>, version: string): AsyncGenerator<object> {
  const { id, name, locale, created, seen } = person;
  const role = serverRoleOf(person);
  yield {
    kind: 'person',
    ludus: version,
    version: 1,
    name,
    role,
    locale,
    created,
    seen,
    hasPassword: person.password !== null,
  };
  const sessions = await db.selectFrom('sessions').select(['created', 'expires']).where('person', '=', id).execute();
  for (const row of sessions) yield { kind: 'session', ...row };
  const roles = await db
    .selectFrom('staff')
    .innerJoin('contests', 'contests.id', 'staff.contest')
    .select(['contests.slug as contest', 'staff.role', 'since'])
    .where('person', '=', id)
    .execute();
  for (const row of roles) yield { kind: 'role', ...row };
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created', 'used'])
    .where('person', '=', id)
    .execute();
  for (const row of passkeys) yield { kind: 'passkey', ...row };
  const identities = await db
    .selectFrom('identities')
    .select(['issuer', 'subject', 'roster_id', 'roster_group', 'created', 'used'])
    .where('person', '=', id)
    .execute();
  for (const row of identities) yield { kind: 'identity', ...row };
  const { rows: marks } = await sql<object>`
    select p.name as platform, c.title as course, s.mark, s.most, s.sent
    from lti_scores s join lti_courses c on c.id = s.course join lti_platforms p on p.id = c.platform
      join identities i on i.issuer = 'lti ' || p.issuer and i.subject = s.subject
    where i.person = ${id} order by s.sent`.execute(db);
  for (const row of marks) yield { kind: 'mark sent to a course', ...row };
  const tokens = await db
    .selectFrom('tokens')
    .select(['name', 'scopes', 'created', 'used', 'revoked'])
    .where('person', '=', id)
    .execute();
  for (const row of tokens) yield { kind: 'token', ...row };
  const rows = await db
    .selectFrom('roster')
    .innerJoin('contests', 'contests.id', 'roster.contest')
    .select(['contests.slug as contest', 'roster.roster_id as id', 'roster.name', 'roster.group_name as group'])
    .where('roster.person', '=', id)
    .execute();
  for (const row of rows) yield { kind: 'roster', ...row };
  const entrants = await db
    .selectFrom('members')
    .innerJoin('entrants', 'entrants.id', 'members.entrant')
    .innerJoin('contests', 'contests.id', 'entrants.contest')
    .select(['entrants.id', 'contests.slug as contest', 'entrants.number', 'entrants.name'])
    .select(['entrants.group_name as group', 'entrants.joined'])
    .where('members.person', '=', id)
    .orderBy('entrants.id')
    .execute();
  const memberships = await sql<object>`
    select c.slug as contest, e.number as entrant, m.joined, m.ended
    from (select entrant, joined, null::timestamptz as ended from members where person = ${id}
      union all select entrant, joined, ended from former_members where person = ${id}) m
      join entrants e on e.id = m.entrant join contests c on c.id = e.contest order by m.joined`.execute(db);
  for (const row of memberships.rows) yield { kind: 'membership', ...row };
  for (const { id: entrant, ...shown } of entrants) {
    yield { kind: 'entrant', ...shown };
    const boards = await db
      .selectFrom('boards')
      .select(['name', 'text', 'state'])
      .where('entrant', '=', entrant)
      .execute();
    for (const row of boards) yield { kind: 'board', contest: shown.contest, ...row };
  }
  yield* submissionsOf(db, id);
  const acts = await db
    .selectFrom('audit')
    .select(['at', 'what', 'about'])
    .where('person', '=', id)
    .orderBy('id')
    .execute();
  for (const row of acts) yield { kind: 'act', ...row };
  yield { kind: 'end' };
}

/**
 * Yields all submissions of the person's entrants, and the submissions that the person sent in former teams. If the
 * person is an assistant or observer of a contest, yields only their own submissions in it (`readsSubmission`).
 */
async function* submissionsOf(db: Database, person: number): AsyncGenerator<object> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('submissions')
      .innerJoin('contests', 'contests.id', 'submissions.contest')
      .select(['submissions.id', 'contests.slug as contest', 'submissions.number', 'file', 'language', 'size'])
      .select(['submissions.state', 'why', 'received', 'source', 'person'])
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('person', '=', person),
          eb(
            'entrant',
            'in',
            selectFrom('members')
              .innerJoin('entrants', 'entrants.id', 'members.entrant')
              .leftJoin('staff', (join) =>
                join
                  .onRef('staff.contest', '=', 'entrants.contest')
                  .onRef('staff.person', '=', 'members.person')
                  .on('staff.role', '<>', 'owner'),
              )
              .select('members.entrant')
              .where('members.person', '=', person)
              .where('staff.person', 'is', null),
          ),
        ]),
      )
      .where('submissions.id', '>', after)
      .orderBy('submissions.id')
      .limit(FILES_AT_ONCE)
      .execute();
    for (const { id, source, person: by, ...row } of rows) {
      const log = await db
        .selectFrom('steps')
        .select(['at', 'state', 'text'])
        .where('submission', '=', id)
        .orderBy('id')
        .execute();
      const own = by === null || by === person;
      yield { kind: 'submission', ...row, own, source: source && Buffer.from(source).toString('base64'), log };
      after = id;
    }
    if (rows.length < FILES_AT_ONCE) return;
  }
}
