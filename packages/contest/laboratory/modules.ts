import { sql } from 'kysely';
import { keepBytes } from '../store/rows.ts';
import type { Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';

/** Bytes of all modules that one person has here for matches of their own; those used longest ago go first. */
const MOST_BYTES = 256 * 2 ** 20;

/** Keeps a module for a person. */
export async function keepModule(tx: Tx, person: number, hash: string, bytes: Uint8Array): Promise<void> {
  await keepBytes(tx, hash, bytes);
  await tx
    .insertInto('lab_modules')
    .values({ person, module: hash })
    .onConflict((conflict) => conflict.columns(['person', 'module']).doUpdateSet({ used: now }))
    .execute();
  const { rows } = await sql<{ module: string }>`
    select module from (
      select l.module, sum(length(m.bytes)) over (order by l.used desc, l.module) as bytes
      from lab_modules l join modules m on m.hash = l.module where l.person = ${person}) kept
    where bytes > ${MOST_BYTES} and module <> ${hash}
      and not exists (select 1 from lab_runs r where r.person = ${person}
        and r.players @> jsonb_build_array(jsonb_build_object('module', kept.module)))`.execute(tx);
  for (const { module } of rows) {
    await tx.deleteFrom('lab_modules').where('person', '=', person).where('module', '=', module).execute();
    await dropModule(tx, module);
  }
}

/** Of these, the ones that this person has not sent. Whose else they are is not told. */
export async function missingModules(tx: Tx, person: number, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const there = await tx
    .updateTable('lab_modules')
    .set({ used: now })
    .where('person', '=', person)
    .where('module', 'in', [...hashes])
    .returning('module')
    .execute();
  const known = new Set(there.map(({ module }) => module));
  return [...new Set(hashes)].filter((hash) => !known.has(hash));
}

/** Removes a module that nobody has any more. */
export async function dropModule(tx: Tx, hash: string): Promise<void> {
  // Held first: whoever keeps it at the same moment is through by then, and seen by the next statement.
  await sql`select 1 from modules where hash = ${hash} for update`.execute(tx);
  await sql`
    delete from modules where hash = ${hash} and not exists (select 1 from submissions where module = ${hash})
      and not exists (select 1 from quarantine where module = ${hash})
      and not exists (select 1 from lab_modules where module = ${hash})`.execute(tx);
}
