import { sql } from 'kysely';
import type { StandingLine } from '../rounds/export/lines.ts';
import { standingLines } from '../rounds/export/make.ts';
import { combined } from '../rounds/marks/marks.ts';
import type { Combination } from '../rounds/marks/rule.ts';
import { headingsOf, type MarkLine, markSheet, type SheetStyle } from '../rounds/marks/sheet.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { reachedLately, rowsOf } from './plan.ts';

/** A person and the person's marks. */
export interface PersonMarks extends MarkLine {
  /** The person's id; null: the person is on the roster, but never joined. */
  readonly person: number | null;
  /** The entrant in the last of the rounds; null: the person didn't take part. */
  readonly entrant: number | null;
}

/** Returns the marks of finished rounds as CSV, with one line per participant or person on the roster. */
export async function marksOf(
  tx: Database | Tx,
  contest: number,
  rounds: readonly Row<'rounds'>[],
  rule: Combination,
  style: SheetStyle,
): Promise<string> {
  const lines = await markLines(tx, contest, rounds, rule);
  return markSheet(headingsOf(rounds.map(({ number, form }) => ({ number, title: form.title }))), lines, style);
}

/** Returns the marks of finished rounds as values. */
export async function markLines(
  tx: Database | Tx,
  contest: number,
  rounds: readonly Row<'rounds'>[],
  rule: Combination,
): Promise<PersonMarks[]> {
  const tables: ReadonlyMap<number, StandingLine>[] = [];
  for (const round of rounds) {
    const { state } = reachedLately(round, await rowsOf(tx, round.id));
    tables.push(new Map(standingLines(state).map((line) => [line.entrant, line])));
  }
  const teams: ReadonlyMap<number, number>[] = [];
  for (const round of rounds) teams.push(await membersAt(tx, round));
  const teamOf = await teamNames(tx, contest, teams);
  const people = await peopleOf(tx, contest, new Set(teams.flatMap((team) => [...team.keys()])));
  return people.map((listed) => {
    const reachedIn = tables.map((table, at) => {
      const entrant = listed.person === null ? undefined : teams[at].get(listed.person);
      const line = entrant === undefined ? undefined : table.get(entrant);
      return line === undefined || line.mark === null
        ? undefined
        : { place: line.place, points: line.points, mark: line.mark };
    });
    const { team, ...line } = listed;
    const last = listed.person === null ? undefined : teams.at(-1)?.get(listed.person);
    return {
      ...line,
      entrant: last !== undefined && reachedIn.at(-1) ? last : null,
      ...(teamOf && { team: listed.person === null ? team : teamOf(listed.person) }),
      rounds: reachedIn,
      mark: combined(
        rule,
        reachedIn.map((each) => each?.mark),
      ),
    };
  });
}

/**
 * Returns the current name of the team to which each person belonged in the last of these rounds. Undefined: the
 * contest has no teams.
 */
async function teamNames(
  tx: Database | Tx,
  contest: number,
  teams: readonly ReadonlyMap<number, number>[],
): Promise<((person: number) => string) | undefined> {
  const { form } = await tx.selectFrom('contests').select('form').where('id', '=', contest).executeTakeFirstOrThrow();
  if ((form.teamSize ?? 1) === 1) return undefined;
  const entrants = await tx
    .selectFrom('entrants')
    .select(['number', 'name', 'team_name', 'chosen_name'])
    .where('contest', '=', contest)
    .execute();
  const byNumber = new Map(entrants.map((entrant) => [entrant.number, entrant]));
  return (person) => {
    const team = teams.findLast((each) => each.has(person));
    const number = team?.get(person);
    const entrant = number === undefined ? undefined : byNumber.get(number);
    if (!team || !entrant) return '';
    const isShared = [...team.values()].filter((each) => each === number).length > 1;
    return isShared || (entrant.team_name ?? entrant.chosen_name) !== null ? entrant.name : '';
  };
}

interface RosterPerson {
  readonly person: number | null;
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** The person's team on the roster. */
  readonly team: string;
}

/**
 * Returns, for each person, the number of the person's entrant at the time when a round was frozen. Members get the
 * mark of this entrant.
 */
async function membersAt(tx: Database | Tx, round: Row<'rounds'>): Promise<Map<number, number>> {
  const at = round.frozen_at;
  const { rows } = await sql<{ person: number; entrant: number }>`
    select m.person, e.number as entrant from entrants e join (
        select entrant, person from members where ${at}::timestamptz is null or joined <= ${at}
        union all select entrant, person from former_members where joined <= ${at} and ended > ${at}) m on m.entrant = e.id
    where e.contest = ${round.contest}`.execute(tx);
  return new Map(rows.map(({ person, entrant }) => [person, entrant]));
}

/**
 * Returns each entrant's people, former members who belonged to an entrant when a round was frozen, and people on the
 * roster who never joined.
 */
async function peopleOf(tx: Database | Tx, contest: number, were: ReadonlySet<number>): Promise<RosterPerson[]> {
  const { rows: members } = await sql<{
    person: number;
    roster_id: string | null;
    name: string;
    group_name: string | null;
    team_name: string | null;
  }>`
    select p.id as person, r.roster_id, r.team_name,
      -- As the course calls them, if it knows them.
      coalesce(r.name, p.name) as name, coalesce(r.group_name, e.group_name) as group_name
    from people p
      left join members m on m.person = p.id and m.contest = ${contest}
      left join entrants e on e.id = m.entrant
      left join roster r on r.contest = ${contest} and r.person = p.id
    where m.person is not null or p.id = any(${[...were]}::integer[])
    order by e.number, p.id`.execute(tx);
  const roster = await tx
    .selectFrom('roster')
    .select(['roster_id', 'name', 'group_name', 'team_name'])
    .where('contest', '=', contest)
    .where('person', 'is', null)
    .orderBy('roster_id')
    .execute();
  return [
    ...members.map(({ person, roster_id, name, group_name, team_name }) => ({
      person,
      id: roster_id ?? '',
      name,
      group: group_name ?? '',
      team: team_name ?? '',
    })),
    ...roster.map(({ roster_id, name, group_name, team_name }) => ({
      person: null,
      id: roster_id,
      name,
      group: group_name ?? '',
      team: team_name ?? '',
    })),
  ];
}
