import { readRoster as read } from '../rounds/marks/roster.ts';
import { foldName } from '../store/looks.ts';
import type { Row } from '../store/schema.ts';
import { wrong } from './refusal.ts';

/** A course's list for the database; its errors are reported with their lines. */
export function readRoster(csv: string): Omit<Row<'roster'>, 'contest'>[] {
  const roster = read(csv);
  if (!roster.ok) throw wrong('csv', 'roster/wrong', { why: roster.problems.join('\n') });
  return roster.people.map(({ id, name, group }) => ({
    roster_id: id,
    name,
    folded: foldName(name),
    group_name: group === '' ? null : group,
  }));
}
