import { sql } from 'kysely';
import { audit, holdContest } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import { tieRow } from './link-row.ts';

/**
 * Returns the contest's free row whose id an issuer verified for this person. Undefined if there is no such row, or
 * more than one. The caller must lock the contest.
 */
export async function provenRow(tx: Tx, contest: number, person: number): Promise<Row<'roster'> | undefined> {
  const { rows } = await sql<Row<'roster'>>`
    select r.* from roster r where r.contest = ${contest} and r.person is null
      and exists (select 1 from identities i where i.person = ${person}
        and ((i.issuer = r.issuer and i.subject = r.subject)
          -- An address that has changed hands does not prove a row that the issuer linked to another.
          or (lower(i.roster_id) = lower(r.roster_id) and (r.issuer is distinct from i.issuer or r.subject = i.subject))))
      and not exists (select 1 from roster own where own.contest = ${contest} and own.person = ${person})`.execute(tx);
  return rows.length === 1 ? rows[0] : undefined;
}

/** Gives a waiting person the rows that are now proven, in all contests. The person's row must be locked. */
export async function tieProven(tx: Tx, person: number): Promise<void> {
  const contests = await tx
    .selectFrom('members')
    .select('contest')
    .where('person', '=', person)
    .orderBy('contest')
    .execute();
  for (const { contest } of contests) {
    const held = await holdContest(tx, contest);
    const row = await provenRow(tx, contest, person);
    if (!row || held.archived !== null) continue;
    await audit(tx, person, 'proved a row of a roster', held.slug, contest, [
      { id: row.roster_id, name: row.name, person },
    ]);
    await tieRow(tx, held, row, person);
  }
}
