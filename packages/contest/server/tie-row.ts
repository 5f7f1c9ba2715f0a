import { sql } from 'kysely';
import { announce } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import { conflict, notFound } from './refusal.ts';

/** Rows of a contest’s roster and their people. The caller holds the contest in all of these. */

export async function rowOf(tx: Tx, contest: number, id: string): Promise<Row<'roster'>> {
  const row = await tx
    .selectFrom('roster')
    .selectAll()
    .where('contest', '=', contest)
    .where('roster_id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(`id ${id}`);
  return row;
}

/** A person who takes part is let in as this row of the roster. */
export async function tieRow(tx: Tx, row: Row<'roster'>, person: number): Promise<void> {
  const { contest, roster_id } = row;
  if (row.person === person) return;
  if (row.person !== null) throw conflict('roster/row-tied', { id: roster_id });
  const other = await tx
    .selectFrom('roster')
    .select('roster_id')
    .where('contest', '=', contest)
    .where('person', '=', person)
    .executeTakeFirst();
  if (other) throw conflict('roster/person-tied', { id: other.roster_id });
  await tx
    .updateTable('roster')
    .set({ person, code: null })
    .where('contest', '=', contest)
    .where('roster_id', '=', roster_id)
    .execute();
  await changeEntrant(tx, contest, person, { group_name: row.group_name, approved: true });
}

/** A row has its person no longer, and gets a new code. The person waits, unless it shares an entrant with someone of the roster. */
export async function untieRow(tx: Tx, { contest, roster_id, person }: Row<'roster'>): Promise<void> {
  if (person === null) return;
  await tx
    .updateTable('roster')
    .set({ person: null, code: sql`new_roster_code()` })
    .where('contest', '=', contest)
    .where('roster_id', '=', roster_id)
    .execute();
  const { rows } = await sql`
    select 1 from members own join members other on other.entrant = own.entrant
    join roster r on r.contest = other.contest and r.person = other.person
    where own.person = ${person} and own.contest = ${contest}`.execute(tx);
  if (rows.length === 0) await changeEntrant(tx, contest, person, { approved: false });
}

/** Changes someone's entrant, and tells its people. */
export async function changeEntrant(
  tx: Tx,
  contest: number,
  person: number,
  to: { readonly group_name?: string | null; readonly approved?: boolean },
): Promise<void> {
  const entrant = await tx
    .updateTable('entrants')
    .set(to)
    .where('contest', '=', contest)
    .where('id', 'in', (select) => select.selectFrom('members').select('entrant').where('person', '=', person))
    .returning('id')
    .executeTakeFirst();
  if (!entrant) throw notFound(`person ${person}`);
  await announce(tx, contest, 'contest', {}, entrant.id);
}
