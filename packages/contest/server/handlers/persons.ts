import { sql } from 'kysely';
import { advanceRound } from '../../finals/advance.ts';
import { reached, rowsOf } from '../../finals/plan.ts';
import { reviseResults } from '../../queue/results.ts';
import { standing } from '../../rounds/standing.ts';
import { announce, holdContest, holdPerson } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import { conflict, notAllowed, notFound } from '../refusal.ts';
import { forgetComparisons } from '../similar.ts';
import { settle } from '../team.ts';

/**
 * Locks the rows of all organisers, and refuses a caller who isn't an organiser any more. If two organisers remove each
 * other at the same time, only one of them succeeds. Organisers can't remove themselves, so one organiser always
 * remains.
 */
export async function mustStillBeOrganiser(tx: Tx, person: number): Promise<void> {
  const organisers = await tx
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'organiser')
    .where('removed', '=', false)
    .orderBy('id')
    // Other transactions may still insert references to these people.
    .forNoKeyUpdate()
    .execute();
  if (!organisers.some(({ id }) => id === person)) throw notAllowed('not-allowed/organisers');
}

/**
 * Merges two accounts of one person: `other` is removed, and `person` gets the entrants of `other`. If both participate
 * in a contest, one of the two entrants must have no submissions, and is removed.
 */
export async function mergePeople(tx: Tx, person: number, other: number): Promise<void> {
  for (const id of [person, other].sort((a, b) => a - b))
    if (!(await holdPerson(tx, id))) throw notFound(`person ${id}`);
  await holdContestsOf(tx, [person, other]);
  // If both accounts are in the same team, only one membership remains.
  await sql`
    delete from members m using members own where m.person = ${other} and own.person = ${person}
      and own.entrant = m.entrant`.execute(tx);
  await dropUnused(tx, person, other);
  const { rows } = await sql`
    select e.contest from members m join entrants e on e.id = m.entrant where m.person in (${person}, ${other})
    group by e.contest having count(*) > 1`.execute(tx);
  if (rows.length > 0) throw conflict('people/both');
  // These entrants get their person's name, which is unique.
  await sql`
    update entrants e set name = p.name from people p where p.id = ${person} and e.team_name is null
      and exists (select 1 from members m where m.entrant = e.id and m.person = ${other})
      and not exists (select 1 from members m where m.entrant = e.id and m.person <> ${other})`.execute(tx);
  for (const table of ['members', 'former_members', 'submissions'] as const)
    await tx.updateTable(table).set({ person }).where('person', '=', other).execute();
  const teams = await tx.selectFrom('members').select(['entrant', 'contest']).where('person', '=', person).execute();
  for (const { entrant, contest } of teams) await settle(tx, contest, entrant);
  await mergeRows(tx, person, other);
  await mergeRoles(tx, person, other);
  await tx.updateTable('identities').set({ person }).where('person', '=', other).execute();
  // A later deletion of the person searches the log for the remaining name.
  await sql`update audit set about = p.name from people p, people o
    where p.id = ${person} and o.id = ${other} and about = o.name`.execute(tx);
  await tx
    .updateTable('people')
    .set({ removed: true, password: null, name: 'merged', folded: '', look: null, makes_contests: false })
    .where('id', '=', other)
    .execute();
  await forgetAccess(tx, other);
}

/**
 * Gives the roster rows of `other` to `person`. If both people have a row in a contest, `person` keeps their own row,
 * and the other row is free again.
 */
async function mergeRows(tx: Tx, person: number, other: number): Promise<void> {
  await sql`
    update roster r set person = null, code = new_roster_code() where person = ${other}
      and exists (select 1 from roster own where own.contest = r.contest and own.person = ${person})`.execute(tx);
  await tx.updateTable('roster').set({ person }).where('person', '=', other).execute();
}

/** Gives the roles of `other` to `person`. Of two roles in one contest, the higher role stays. */
async function mergeRoles(tx: Tx, person: number, other: number): Promise<void> {
  await sql`
    insert into staff (contest, person, role, since) select contest, ${person}, role, since from staff where person = ${other}
    on conflict (contest, person) do update set role = excluded.role
      where staff.role = 'observer' or excluded.role = 'owner'`.execute(tx);
  await tx.deleteFrom('staff').where('person', '=', other).execute();
}

/**
 * Locks the contests in which these people are entrants or staff, so that nothing is submitted until the transaction
 * ends.
 */
async function holdContestsOf(tx: Tx, people: readonly number[]): Promise<void> {
  await tx
    .selectFrom('contests')
    .select('id')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('members').select('contest').where('person', 'in', people)),
        eb('id', 'in', selectFrom('former_members').select('contest').where('person', 'in', people)),
        eb('id', 'in', selectFrom('staff').select('contest').where('person', 'in', people)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Removes one of two entrants that are to be merged: the entrant without submissions or, if neither has submissions,
 * the entrant of `other`.
 */
async function dropUnused(tx: Tx, person: number, other: number): Promise<void> {
  for (const [one, beside] of [
    [other, person],
    [person, other],
  ])
    await sql`
      delete from entrants e using members m where m.entrant = e.id and m.person = ${one}
        and exists (select 1 from members n join entrants f on f.id = n.entrant
          where n.person = ${beside} and f.contest = e.contest and f.id <> e.id)
        and not exists (select 1 from submissions s where s.entrant = e.id)
        and not exists (select 1 from boards b where b.entrant = e.id)
        and not exists (select 1 from members n where n.entrant = e.id and n.person <> ${one})`.execute(tx);
}

/**
 * Deletes a person's data: the name, the password, and the sources, modules, logs, and replays of their entrants.
 * Results stay under the entrant's number, so that other entrants' results don't change. A team continues without the
 * person.
 */
export async function deletePerson(tx: Tx, person: number): Promise<void> {
  const before = await holdPerson(tx, person);
  const found = await tx
    .updateTable('people')
    .set({
      removed: true,
      name: `deleted ${person}`,
      folded: '',
      look: null,
      password: null,
      roster_id: null,
      locale: null,
      makes_contests: false,
    })
    .where('id', '=', person)
    .where('removed', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!found || !before) throw notFound(`person ${person}`);
  await holdContestsOf(tx, [person]);
  await forgetAccess(tx, person);
  await forgetMentions(tx, before);
  await leaveTeams(tx, person);
  // The entrants whose only member is this person. For a withdrawn entrant, the former members are considered instead.
  const { rows: entrants } = await sql<Pick<Row<'entrants'>, 'id' | 'contest' | 'number'>>`
    with were as (select entrant, person from members union select entrant, person from former_members
      where not exists (select 1 from members m where m.entrant = former_members.entrant))
    select e.id, e.contest, e.number from entrants e where e.id in (select entrant from were where person = ${person})
      and not exists (select 1 from were where were.entrant = e.id and were.person <> ${person})
    order by e.contest, e.id`.execute(tx);
  for (const { id, contest, number } of entrants) {
    const held = await holdContest(tx, contest);
    await tx
      .updateTable('entrants')
      .set({ name: `entrant ${number}`, approved: false, group_name: null })
      .where('id', '=', id)
      .execute();
    await sql`
      delete from replays where match in (
        select m.id from matches m join submissions s on s.contest = m.contest and s.entrant = ${id}
        where m.seats @> jsonb_build_array(jsonb_build_object('kind', 'module', 'version', s.number)))`.execute(tx);
    const { rows } = await sql<{ module: string }>`
      select distinct module from submissions where entrant = ${id} and module is not null`.execute(tx);
    await sql`
      update matches set state = 'void', worker = null, token = null, deadline = null, why = 'the person was deleted'
      where contest = ${contest} and state in ('queued', 'leased') and id in (
        select m.id from matches m join submissions s on s.contest = m.contest and s.entrant = ${id}
        where m.seats @> jsonb_build_array(jsonb_build_object('kind', 'module', 'version', s.number)))`.execute(tx);
    await sql`
      update submissions set source = null, module = null, file = 'deleted', why = null, taken_back = clock_timestamp(),
        state = case when state in ('in', 'rejected') then state else 'rejected' end, deadline = null
      where entrant = ${id}`.execute(tx);
    await sql`delete from steps where submission in (select id from submissions where entrant = ${id})`.execute(tx);
    await forgetVerdicts(tx, contest, id);
    await dropModules(
      tx,
      rows.map(({ module }) => module),
    );
    await tx.deleteFrom('members').where('entrant', '=', id).where('person', '=', person).execute();
    await tx
      .updateTable('entrants')
      .set({ code: null, team_name: null, chosen_name: null, chosen_look: null })
      .where('id', '=', id)
      .execute();
    await leaveRounds(tx, held, number);
    await forgetComparisons(tx, contest);
    await announce(tx, contest, 'contest', {});
    await reviseResults(tx, contest);
  }
  await tx.deleteFrom('former_members').where('person', '=', person).execute();
  await tx.updateTable('submissions').set({ person: null }).where('person', '=', person).execute();
}

/** Removes a person from teams. A team with other members stays, with its submissions. */
async function leaveTeams(tx: Tx, person: number): Promise<void> {
  const { rows } = await sql<Pick<Row<'members'>, 'entrant' | 'contest'>>`
    delete from members m where person = ${person}
      and exists (select 1 from members o where o.entrant = m.entrant and o.person <> ${person})
    returning entrant, contest`.execute(tx);
  for (const { entrant, contest } of rows) await settle(tx, contest, entrant);
}

/** Removes a person’s rows from rosters and, by name, from the organisers' log. */
async function forgetMentions(tx: Tx, { id, name }: Row<'people'>): Promise<void> {
  await sql`
    update audit a set roster_rows = (
        select jsonb_agg(r) from jsonb_array_elements(a.roster_rows) r
        where (r ->> 'person')::int is distinct from ${id} and not exists (
          select 1 from roster o where o.person = ${id} and o.contest = a.contest and o.roster_id = r ->> 'id'))
    where roster_rows @> ${JSON.stringify([{ person: id }])}::jsonb or exists (
      select 1 from roster o where o.person = ${id} and o.contest = a.contest
        and a.roster_rows @> jsonb_build_array(jsonb_build_object('id', o.roster_id)))`.execute(tx);
  await tx.deleteFrom('roster').where('person', '=', id).execute();
  await sql`
    update audit set about = '' where about = ${name}
      or (person = ${id} and what in ('made a token', 'made a passkey', 'forgot a passkey'))`.execute(tx);
}

/** Keeps only the kind of an entrant's faults, since the messages may quote the entrant's text. */
async function forgetVerdicts(tx: Tx, contest: number, entrant: number): Promise<void> {
  await sql`
    with own as (select number from submissions where entrant = ${entrant})
    update matches m set result = jsonb_set(m.result, '{verdicts}', (
      select jsonb_agg(
        case when (m.seats -> (verdict ->> 'seat')::int ->> 'version')::int in (select number from own)
          then verdict || '{"sentence": ""}' else verdict end)
      from jsonb_array_elements(m.result -> 'verdicts') verdict))
    where contest = ${contest} and jsonb_array_length(m.result -> 'verdicts') > 0 and exists (
      select 1 from own where m.seats @> jsonb_build_array(jsonb_build_object('kind', 'module', 'version', own.number)))`.execute(
    tx,
  );
}

/** Deletes the modules that no submission uses any more. */
export async function dropModules(tx: Tx, hashes: readonly string[]): Promise<void> {
  // The rows are locked first, so that concurrent inserts are finished, and visible to the next statement.
  await sql`select 1 from modules where hash = any(${hashes}::text[]) order by hash for update`.execute(tx);
  await sql`
    delete from modules m where hash = any(${hashes}::text[])
      and not exists (select 1 from submissions where module = m.hash)
      and not exists (select 1 from quarantine where module = m.hash)`.execute(tx);
}

/**
 * Lets rounds continue without an entrant whose modules were deleted. A published round's export is created again
 * without the entrant's moves.
 */
async function leaveRounds(tx: Tx, contest: Row<'contests'>, entrant: number): Promise<void> {
  const rounds = await tx
    .selectFrom('rounds')
    .selectAll()
    .where('contest', '=', contest.id)
    .where('entrants', 'is not', null)
    .orderBy('id')
    .execute();
  for (const round of rounds) {
    if (!round.entrants?.some((each) => each.entrant === entrant)) continue;
    await tx.updateTable('rounds').set({ export: null }).where('id', '=', round.id).execute();
    if (round.state !== 'playing') continue;
    const { state } = reached(round, await rowsOf(tx, round.id));
    const isIn = standing(state).some((line) => line.entrant === entrant && line.out === null);
    if (isIn && !round.withdrawn.some((each) => each.entrant === entrant)) {
      const withdrawn = [...round.withdrawn, { entrant, stage: state.closed.length + 1 }];
      await tx
        .updateTable('rounds')
        .set({ withdrawn: JSON.stringify(withdrawn) })
        .where('id', '=', round.id)
        .execute();
    }
    await advanceRound(tx, contest, round.id);
  }
}

async function forgetAccess(tx: Tx, person: number): Promise<void> {
  await tx.deleteFrom('sessions').where('person', '=', person).execute();
  await tx.deleteFrom('links').where('person', '=', person).execute();
  await tx.deleteFrom('invitations').where('inviter', '=', person).execute();
  await tx.deleteFrom('tokens').where('person', '=', person).execute();
  await tx.deleteFrom('staff').where('person', '=', person).execute();
  await tx.deleteFrom('passkeys').where('person', '=', person).execute();
  await sql`
    delete from lti_scores s using identities i, lti_courses c, lti_platforms p
    where c.id = s.course and p.id = c.platform and i.issuer = 'lti ' || p.issuer and i.subject = s.subject
      and i.person = ${person}`.execute(tx);
  await tx.deleteFrom('identities').where('person', '=', person).execute();
}
