import type { StandingLine } from '../rounds/export/lines.ts';
import { standingLines } from '../rounds/export/make.ts';
import { combined } from '../rounds/marks/marks.ts';
import type { Combination } from '../rounds/marks/rule.ts';
import { headingsOf, type MarkLine, markSheet, type SheetStyle } from '../rounds/marks/sheet.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { reachedLately, rowsOf } from './plan.ts';

/** Someone's marks, and who it is. */
export interface PersonMarks extends MarkLine {
  /** Null: of the roster, and never came. */
  readonly person: number | null;
}

/** The marks of rounds that are over, as CSV: anyone who is on the roster or takes part has a line. */
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

/** The same as values. */
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
  const people = await peopleOf(tx, contest);
  return people.map(({ entrant, ...listed }) => {
    const reachedIn = tables.map((table) => {
      const line = entrant === null ? undefined : table.get(entrant);
      return line === undefined || line.mark === null
        ? undefined
        : { place: line.place, points: line.points, mark: line.mark };
    });
    return {
      ...listed,
      rounds: reachedIn,
      mark: combined(
        rule,
        reachedIn.map((each) => each?.mark),
      ),
    };
  });
}

interface Listed {
  readonly entrant: number | null;
  readonly person: number | null;
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

/** The people of each entrant, and those of the roster who never came. */
async function peopleOf(tx: Database | Tx, contest: number): Promise<Listed[]> {
  const members = await tx
    .selectFrom('entrants')
    .innerJoin('members', 'members.entrant', 'entrants.id')
    .innerJoin('people', 'people.id', 'members.person')
    .leftJoin('roster', (join) =>
      join.onRef('roster.contest', '=', 'entrants.contest').onRef('roster.person', '=', 'people.id'),
    )
    .select(({ fn }) => [
      'entrants.number as entrant',
      'people.id as person',
      'roster.roster_id',
      // As the course calls them, if it knows them.
      fn.coalesce('roster.name', 'people.name').as('name'),
      'entrants.group_name',
    ])
    .where('entrants.contest', '=', contest)
    .orderBy('entrants.number')
    .orderBy('people.id')
    .execute();
  const roster = await tx
    .selectFrom('roster')
    .select(['roster_id', 'name', 'group_name'])
    .where('contest', '=', contest)
    .where('person', 'is', null)
    .orderBy('roster_id')
    .execute();
  return [
    ...members.map(({ entrant, person, roster_id, name, group_name }) => ({
      entrant,
      person,
      id: roster_id ?? '',
      name,
      group: group_name ?? '',
    })),
    ...roster.map(({ roster_id, name, group_name }) => ({
      entrant: null,
      person: null,
      id: roster_id,
      name,
      group: group_name ?? '',
    })),
  ];
}
