import { sql } from 'kysely';
import { announce } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import { conflict, notFound } from './refusal.ts';
import { placeInTeam, takeOut } from './team.ts';

/** The rows of a contest’s roster and their people. The caller of these functions must lock the contest. */

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

/** Approves a participant as the person in this roster row, and adds the participant to the row's team. */
export async function tieRow(tx: Tx, held: Row<'contests'>, row: Row<'roster'>, person: number): Promise<void> {
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
  // The group in the roster takes precedence.
  const group_name = row.group_name ?? (await groupOf(tx, person));
  await tx
    .updateTable('roster')
    .set({ person, code: null, group_name })
    .where('contest', '=', contest)
    .where('roster_id', '=', roster_id)
    .execute();
  if (row.team_name !== null) await placeInTeam(tx, held, person, row.team_name);
  await changeEntrant(tx, contest, person, { group_name, approved: true });
}

/** Returns the group that an issuer reported at a person's latest sign-in with a group; null if there is none. */
const groupOf = async (tx: Tx, person: number): Promise<string | null> =>
  (
    await tx
      .selectFrom('identities')
      .select('roster_group')
      .where('person', '=', person)
      .where('roster_group', 'is not', null)
      .orderBy('used', 'desc')
      .executeTakeFirst()
  )?.roster_group ?? null;

/**
 * Separates a row from its person, and gives the row a new code. The person must wait for approval, and leaves the
 * team.
 */
export async function untieRow(
  tx: Tx,
  held: Row<'contests'>,
  { contest, roster_id, person }: Row<'roster'>,
): Promise<void> {
  if (person === null) return;
  await tx
    .updateTable('roster')
    .set({ person: null, code: sql`new_roster_code()` })
    .where('contest', '=', contest)
    .where('roster_id', '=', roster_id)
    .execute();
  await takeOut(tx, held, person, false);
}

/** Changes a person's entrant, and notifies the entrant's members. */
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
