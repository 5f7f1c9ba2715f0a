import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { kitIn } from '../game-catalog.ts';
import { revisionOf } from '../queue/results.ts';
import { announce, holdContest } from '../store/rows.ts';
import type { Database, Row, TableRow, Tx } from '../store/schema.ts';
import type { LiveVersion } from '../words.ts';
import type { TableFitter } from './table-fitter.ts';

/** Returns the newest table of a contest. */
export async function newestTable(db: Database | Tx, contest: number) {
  return await db
    .selectFrom('tables')
    .selectAll()
    .where('contest', '=', contest)
    .orderBy('batch', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Computes the tables of contests in which batches have finished since the last table. A table depends only on the
 * results up to its batch, and on the live versions. Returns whether any table was outdated.
 */
export async function refreshTables({ store, catalog, kept }: QueueContext, fitter: TableFitter): Promise<boolean> {
  const { rows: due } = await sql<{ contest: number }>`select contest from (${dueTables()}) due`.execute(store.db);
  for (const { contest } of due) {
    const read = await store.snapshot(async (tx) => {
      // Results may have been set aside while another contest's table was computed.
      const { rows } = await dueTables(contest).execute(tx);
      if (rows.length === 0) return undefined;
      const [{ batch, live, form }] = rows;
      const builtins = kitIn(catalog, form.game).players.map(({ name }) => name);
      const results = await kept.upTo(tx, contest, batch, builtins);
      return { batch, live, results, revised: await revisionOf(tx, contest) };
    });
    if (!read) continue;
    const { batch, live, results, revised } = read;
    const wins = new Map<number, number>();
    for (const { seats } of results)
      for (const { version, place } of seats) if (place === 1) wins.set(version, (wins.get(version) ?? 0) + 1);
    const rated = await fitter.table(contest, results, live);
    const rows: TableRow[] = rated.map((row) => ({ ...row, wins: wins.get(row.version) ?? 0 }));
    await store.transaction(async (tx) => {
      await holdContest(tx, contest);
      // Results have changed during the computation; the next run includes them.
      if ((await revisionOf(tx, contest)) !== revised) return;
      await tx
        .insertInto('tables')
        .values({ contest, batch, rows: JSON.stringify(rows) })
        .onConflict((conflict) => conflict.columns(['contest', 'batch']).doUpdateSet({ rows: JSON.stringify(rows) }))
        .execute();
      await announce(tx, contest, 'ladder', { batch });
    });
  }
  return due.length > 0;
}

/**
 * Returns the contests that have no table for their last finished batch, and this batch. `contest`: checks only this
 * contest.
 */
const dueTables = (contest?: number) => sql<{
  contest: number;
  batch: number;
  live: readonly LiveVersion[];
  form: Row<'contests'>['form'];
}>`
  select distinct on (b.contest) b.contest, b.number as batch, b.live, c.form
  from batches b join contests c on c.id = b.contest
  where b.finished is not null ${contest === undefined ? sql`` : sql`and b.contest = ${contest}`}
    and not exists (select 1 from batches o where o.contest = b.contest and o.number < b.number and o.finished is null)
    and b.number > coalesce((select max(batch) from tables t where t.contest = b.contest), 0)
  order by b.contest, b.number desc`;
