import * as z from 'zod';
import { instant, title } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';

/** The person's id on the learning platform. This id identifies the row. */
const rowId = z.string().trim().min(1).max(100);
const rowIds = z.array(rowId).min(1).max(5000);
const entry = z.object({
  id: rowId,
  name: z.string().max(200),
  group: z.string().max(200).nullable(),
  /** People with the same team name are one entrant. */
  team: z.string().max(200).nullable().default(null),
});

const joinedPerson = z.object({ person: number, entrant: z.int(), name: z.string(), joined: instant });

const row = entry.extend({
  /** The personal code that links someone to this row; null if the row has a person, or if the contest is archived. */
  code: z.string().nullable(),
  is: joinedPerson.nullable(),
});
/** A participant or applicant without a row. */
const guest = joinedPerson.extend({ approved: z.boolean() });

const change = entry.extend({
  /**
   * `linked`: only the link to a student of the course is new. `absent`: the row is on the roster but not in the list.
   */
  kind: z.enum(['added', 'changed', 'linked', 'absent']),
  before: entry.pick({ name: true, group: true, team: true }).nullable(),
  /** Whether a person is linked to the row; if so, the row stays on the roster. */
  joined: z.boolean(),
});

/** The changes that a new list makes, or would make. */
export const rosterChanges = z.object({
  added: z.int(),
  changed: z.int(),
  /** Number of existing rows that are newly linked to students of the course, so that they can receive marks. */
  linked: z.int(),
  /** Number of unchanged rows, not counting the rows in `linked`. */
  same: z.int(),
  removed: z.int(),
  changes: z.array(change),
});

export const roster = {
  rosterRows: route({
    method: 'GET',
    path: '/contests/:contest/roster',
    needs: 'assistant',
    summary:
      'Return the roster rows, each with its personal code or the person who has claimed it, and the people who have no row.',
    params: ofContest,
    reply: z.object({ rows: z.array(row), guests: z.array(guest) }),
  }),
  roster: route({
    method: 'POST',
    path: '/contests/:contest/roster',
    needs: 'assistant',
    summary: 'Upload the roster as CSV with id, name, group, and team, or preview the changes.',
    params: ofContest,
    body: z.object({
      csv: z.string().max(2 ** 20),
      /** Whether to preview the changes without saving them. */
      preview: z.boolean().default(false),
      /** Whether to remove rows that aren't in the file and have no person yet. */
      remove: z.boolean().default(false),
    }),
    reply: rosterChanges,
    most: 2 ** 21,
  }),
  addRow: route({
    method: 'POST',
    path: '/contests/:contest/roster/add',
    needs: 'assistant',
    summary: 'Add a row to the roster.',
    params: ofContest,
    body: entry,
    reply: done,
  }),
  correctRow: route({
    method: 'POST',
    path: '/contests/:contest/roster/correct',
    needs: 'assistant',
    summary: 'Correct a row of the roster. The person linked to the row stays.',
    params: ofContest,
    body: z.object({ row: rowId, to: entry }),
    reply: done,
  }),
  removeRows: route({
    method: 'POST',
    path: '/contests/:contest/roster/remove',
    needs: 'assistant',
    summary: 'Remove rows from the roster. The people linked to these rows have to be let in again.',
    params: ofContest,
    body: z.object({ rows: rowIds }),
    reply: done,
    most: 2 ** 20,
  }),
  renewRows: route({
    method: 'POST',
    path: '/contests/:contest/roster/codes',
    needs: 'assistant',
    summary: 'Create new personal codes for rows without a person. The old codes stop working.',
    params: ofContest,
    body: z.object({ rows: rowIds }),
    reply: done,
    most: 2 ** 20,
  }),
  tieRows: route({
    method: 'POST',
    path: '/contests/:contest/roster/tie',
    needs: 'assistant',
    summary: 'Link people to their rows, which also lets them in.',
    params: ofContest,
    body: z.object({
      ties: z
        .array(z.object({ row: rowId, person: number }))
        .min(1)
        .max(1000),
    }),
    reply: done,
    most: 2 ** 18,
  }),
  untieRow: route({
    method: 'POST',
    path: '/contests/:contest/roster/untie',
    needs: 'assistant',
    summary: 'Unlink a row from its person. The row gets a new code, and the person has to be let in again.',
    params: ofContest,
    body: z.object({ row: rowId }),
    reply: done,
  }),
  openCode: route({
    method: 'POST',
    path: '/codes/open',
    needs: 'public',
    summary: 'Return the contest of a class code or personal code, and the name in its row, without using the code up.',
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    reply: z.object({ title, name: z.string().nullable() }),
  }),
};
