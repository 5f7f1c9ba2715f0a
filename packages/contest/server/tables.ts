import { sql } from 'kysely';
import type { Desk } from '../queue/desk.ts';
import { kitIn } from '../queue/house.ts';
import { revisionOf } from '../queue/results.ts';
import { announce, holdContest } from '../store/rows.ts';
import type { Database, TableRow, Tx } from '../store/schema.ts';
import type { TableFitter } from './table-fitter.ts';

/** The newest table of a contest. */
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
 * Computes the table again if batches have finished since the last one. It is a function of the results up to its batch, and of
 * who is live.
 */
export async function refreshTables({ store, house, kept }: Desk, fitter: TableFitter): Promise<boolean> {
  const { rows: due } = await sql<{ contest: number; batch: number }>`
    select contest, max(number) as batch from batches b
    where finished is not null
      and not exists (select 1 from batches o where o.contest = b.contest and o.number <= b.number and o.finished is null)
    group by contest
    having max(number) > coalesce((select max(batch) from tables t where t.contest = b.contest), 0)`.execute(store.db);
  for (const { contest, batch } of due) {
    const { form } = await store.db
      .selectFrom('contests')
      .select('form')
      .where('id', '=', contest)
      .executeTakeFirstOrThrow();
    const builtins = kitIn(house, form.game).players.map(({ name }) => name);
    const revised = await revisionOf(store.db, contest);
    const results = await kept.upTo(store.db, contest, batch, builtins);
    const { live } = await store.db
      .selectFrom('batches')
      .select('live')
      .where('contest', '=', contest)
      .where('number', '=', batch)
      .executeTakeFirstOrThrow();
    const wins = new Map<number, number>();
    for (const { seats } of results)
      for (const { version, place } of seats) if (place === 1) wins.set(version, (wins.get(version) ?? 0) + 1);
    const rated = await fitter.table(contest, results, live);
    const rows: TableRow[] = rated.map((row) => ({ ...row, wins: wins.get(row.version) ?? 0 }));
    await store.transaction(async (tx) => {
      await holdContest(tx, contest);
      // Results have changed while it was worked out: the next turn sees them.
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
