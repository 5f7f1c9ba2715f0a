import { sql } from 'kysely';
import { announce, takeNumbers } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';
import { conflict, notFound } from './refusal.ts';

/** Entrants and their members. The caller must lock the contest for all functions that write. */

/** Maximum number of entrants, since anyone with the class code could create accounts without limit. */
const MAX_ENTRANTS = 5000;
/**
 * Maximum number of team changes that one person can make in a contest, since each change may use up an entrant's
 * number.
 */
const MAX_MOVES = 30;

type Contest = Pick<Row<'contests'>, 'id' | 'form'>;

export const teamSizeOf = ({ form }: Pick<Row<'contests'>, 'form'>): number => form.teamSize ?? 1;

/** Checks whether an organiser's roster determines the teams. */
export async function hasRosterTeams(db: Database | Tx, contest: number): Promise<boolean> {
  const { rows } = await sql`select 1 from roster where contest = ${contest} and team_name is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Checks whether teams may change: the contest is neither frozen nor over, and no final is waiting to be frozen.
 * Freezing determines the members who get the final's marks.
 */
export async function mayTeamsChange(db: Database | Tx, contest: Row<'contests'>): Promise<boolean> {
  if (contest.state !== 'open' && contest.state !== 'planned') return false;
  const { rows } = await sql<{ open: boolean }>`
    select clock_timestamp() < coalesce(${contest.form.closes}::timestamptz, 'infinity') and not exists (
      select 1 from rounds where contest = ${contest.id} and state = 'announced' and deadline <= clock_timestamp()) as open`.execute(
    db,
  );
  return rows[0].open;
}

export async function mustNotMoveOften(tx: Tx, contest: number, person: number): Promise<void> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from former_members where person = ${person} and contest = ${contest}`.execute(tx);
  if (rows[0].many >= MAX_MOVES) throw conflict('team/often', { most: MAX_MOVES });
}

/** Returns a person's entrant in a contest. */
export async function entrantOf(
  db: Database | Tx,
  contest: number,
  person: number,
): Promise<Row<'entrants'> | undefined> {
  return await db
    .selectFrom('entrants')
    .innerJoin('members', 'members.entrant', 'entrants.id')
    .selectAll('entrants')
    .where('entrants.contest', '=', contest)
    .where('members.person', '=', person)
    .executeTakeFirst();
}

/** Returns the people of entrants, in the order in which they joined. */
export const membersOf = (db: Database | Tx, entrants: readonly number[]) =>
  db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person')
    .select(['members.entrant', 'members.person', 'people.name', 'members.joined'])
    .where('members.entrant', 'in', [-1, ...entrants])
    .orderBy('members.joined')
    .orderBy('members.slot')
    .execute();

/** Creates an entrant without people. */
export async function makeEntrant(
  tx: Tx,
  contest: Contest,
  row: Pick<Row<'entrants'>, 'name' | 'approved'> & { readonly group_name?: string | null },
): Promise<number> {
  const number = await takeNumbers(tx, contest.id, 'entrants');
  if (number > MAX_ENTRANTS) throw conflict('contest/full', { most: MAX_ENTRANTS });
  const { id } = await tx
    .insertInto('entrants')
    .values({ contest: contest.id, number, ...row })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a person who has no entrant to a free place in this entrant. */
async function addMember(tx: Tx, contest: Contest, entrant: number, person: number): Promise<void> {
  const taken = await tx.selectFrom('members').select('slot').where('entrant', '=', entrant).execute();
  const used = new Set(taken.map(({ slot }) => slot));
  const size = teamSizeOf(contest);
  const slot = Array.from({ length: size }, (_, index) => index + 1).find((each) => !used.has(each));
  if (slot === undefined || used.size >= size) throw conflict('team/full', { most: size });
  await tx.insertInto('members').values({ entrant, person, slot }).execute();
}

/** Ends a membership, and stores its times. The caller must `settle` the entrant. */
async function endMembership(tx: Tx, entrant: number, person: number): Promise<void> {
  const { joined } = await tx
    .deleteFrom('members')
    .where('entrant', '=', entrant)
    .where('person', '=', person)
    .returning('joined')
    .executeTakeFirstOrThrow();
  await sql`insert into former_members (contest, entrant, person, joined)
    select contest, id, ${person}, ${joined} from entrants where id = ${entrant}`.execute(tx);
}

/**
 * Updates an entrant after its people have changed: the entrant gets their names, unless it has a team name. If no one
 * is left, the entrant stops playing.
 */
export async function settle(tx: Tx, contest: number, entrant: number): Promise<void> {
  const people = await membersOf(tx, [entrant]);
  if (people.length > 0) {
    await sql`update entrants set name = coalesce(team_name, chosen_name, ${people.map(({ name }) => name).join(', ')})
      where id = ${entrant}`.execute(tx);
  } else {
    const { rows } = await sql`delete from entrants e where id = ${entrant}
      and not exists (select 1 from submissions where entrant = e.id)
      and not exists (select 1 from boards where entrant = e.id) returning 1`.execute(tx);
    if (rows.length > 0) return;
    await sql`update entrants set name = 'entrant ' || number, approved = false, code = null, team_name = null, chosen_name = null, chosen_look = null
      where id = ${entrant}`.execute(tx);
    await tx
      .updateTable('submissions')
      .set({ taken_back: now })
      .where('entrant', '=', entrant)
      .where('taken_back', 'is', null)
      .execute();
  }
  await announce(tx, contest, 'contest', {}, entrant);
}

/** Moves a participant to another entrant of the contest. */
export async function moveMember(tx: Tx, contest: Contest, person: number, to: number): Promise<void> {
  const own = await entrantOf(tx, contest.id, person);
  if (!own) throw notFound(`person ${person}`);
  if (own.id === to) return;
  await endMembership(tx, own.id, person);
  await addMember(tx, contest, to, person);
  await settle(tx, contest.id, own.id);
  await settle(tx, contest.id, to);
}

/**
 * Moves a person from a team to a separate entrant. If the person is already alone, the entrant loses its team name.
 */
export async function takeOut(
  tx: Tx,
  contest: Contest,
  person: number,
  approved: boolean | undefined = undefined,
): Promise<void> {
  const own = await entrantOf(tx, contest.id, person);
  if (!own) throw notFound(`person ${person}`);
  if ((await membersOf(tx, [own.id])).length > 1) {
    const row = { name: '', approved: approved ?? own.approved, group_name: own.group_name };
    await moveMember(tx, contest, person, await makeEntrant(tx, contest, row));
    return;
  }
  await tx
    .updateTable('entrants')
    .set({
      team_name: null,
      chosen_name: null,
      chosen_look: null,
      code: null,
      ...(approved !== undefined && { approved }),
    })
    .where('id', '=', own.id)
    .execute();
  await settle(tx, contest.id, own.id);
}

/**
 * Removes the entrant of someone who joins the staff, since staff don't wait for approval. The entrant stays if it has
 * submissions, the person's roster row, or other members.
 */
export async function endIdle(tx: Tx, contest: number, person: number): Promise<void> {
  await sql`
    delete from entrants e using members m where e.contest = ${contest} and m.entrant = e.id and m.person = ${person}
      and not exists (select 1 from members o where o.entrant = e.id and o.person <> ${person})
      and not exists (select 1 from roster where contest = ${contest} and person = ${person})
      and not exists (select 1 from submissions where entrant = e.id)
      and not exists (select 1 from boards where entrant = e.id)`.execute(tx);
}

/** Ends a person's participation in the contest, in a team or alone. Their roster row is free again. */
export async function withdraw(tx: Tx, contest: number, entrant: number, person: number): Promise<void> {
  await endMembership(tx, entrant, person);
  await tx
    .updateTable('roster')
    .set({ person: null, code: sql`new_roster_code()` })
    .where('contest', '=', contest)
    .where('person', '=', person)
    .execute();
  await settle(tx, contest, entrant);
}

/**
 * Adds a person to a team of the roster. The first member's entrant becomes the team. `team`: null if the row has no
 * team.
 */
export async function placeInTeam(tx: Tx, contest: Contest, person: number, team: string | null): Promise<void> {
  if (teamSizeOf(contest) === 1) return;
  const own = await entrantOf(tx, contest.id, person);
  if (!own) throw notFound(`person ${person}`);
  if (own.team_name === team) return;
  if (team === null) return await takeOut(tx, contest, person);
  const there = await tx
    .selectFrom('entrants')
    .select('id')
    .where('contest', '=', contest.id)
    .where('team_name', '=', team)
    .executeTakeFirst();
  if (there) return await moveMember(tx, contest, person, there.id);
  const isShared = (await membersOf(tx, [own.id])).length > 1;
  const id = isShared ? await makeEntrant(tx, contest, { name: team, approved: own.approved }) : own.id;
  await tx.updateTable('entrants').set({ team_name: team, code: null }).where('id', '=', id).execute();
  if (isShared) await moveMember(tx, contest, person, id);
  else await settle(tx, contest.id, id);
}
