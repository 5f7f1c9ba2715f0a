import { entryProblem, type RosterEntry, readRoster as read } from '../rounds/marks/roster-csv.ts';
import { foldName } from '../store/name-key.ts';
import type { Row } from '../store/schema.ts';
import { wrong } from './refusal.ts';

/** A roster row with the fields of a course's list. */
export type RosterLine = Pick<Row<'roster'>, 'roster_id' | 'name' | 'folded' | 'group_name' | 'team_name'>;

/**
 * Converts a course's list to rows, and reports its errors with their lines. If the list has no column for teams,
 * existing rows keep their teams. In a contest without teams, the column is ignored.
 */
export function readRoster(csv: string, rows: readonly Row<'roster'>[], hasTeams: boolean): RosterLine[] {
  const roster = read(csv);
  if (!roster.ok) throw wrong('csv', 'roster/wrong', { why: roster.problems.join('\n') });
  const teams = new Map(rows.map(({ roster_id, team_name }) => [roster_id, team_name]));
  return roster.people.map((person) => {
    const { team = teams.get(person.id) ?? '' } = person;
    return lineOf({ ...person, team: hasTeams ? team : '' });
  });
}

/** Reads a row that was entered manually. */
export function readRow(entry: {
  readonly id: string;
  readonly name: string;
  readonly group: string | null;
  readonly team: string | null;
}): RosterLine {
  const tidy = {
    id: entry.id.trim(),
    name: entry.name.trim().replace(/\s+/g, ' '),
    group: entry.group?.trim() ?? '',
    team: entry.team?.trim().replace(/\s+/g, ' ') ?? '',
  };
  const problem = entryProblem(tidy);
  if (problem) throw wrong(problem.field, 'roster/row', { why: problem.why });
  return lineOf(tidy);
}

const lineOf = ({ id, name, group, team }: Required<RosterEntry>): RosterLine => ({
  roster_id: id,
  name,
  folded: foldName(name),
  group_name: group === '' ? null : group,
  team_name: team || null,
});

/** A row of the roster, and the line of a new list that is about the same student. */
interface MatchedRow {
  readonly row: Row<'roster'>;
  readonly to: RosterLine;
}

/** The difference between a roster and a new list. */
export interface RosterChanges {
  readonly added: readonly RosterLine[];
  readonly changed: readonly MatchedRow[];
  readonly same: readonly MatchedRow[];
  /** Rows that aren't in the list. */
  readonly absent: readonly Row<'roster'>[];
}

export function rosterChanges(rows: readonly Row<'roster'>[], lines: readonly RosterLine[]): RosterChanges {
  const before = new Map(rows.map((row) => [row.roster_id, row]));
  const known = lines.flatMap((to) => {
    const row = before.get(to.roster_id);
    return row ? [{ row, to }] : [];
  });
  const changed = known.filter(
    ({ row, to }) => row.name !== to.name || row.group_name !== to.group_name || row.team_name !== to.team_name,
  );
  const listed = new Set(lines.map(({ roster_id }) => roster_id));
  return {
    added: lines.filter(({ roster_id }) => !before.has(roster_id)),
    changed,
    same: known.filter((each) => !changed.includes(each)),
    absent: rows.filter(({ roster_id }) => !listed.has(roster_id)),
  };
}
