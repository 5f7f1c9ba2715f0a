import { sql } from 'kysely';
import type { Desk } from '../queue/desk.ts';
import type { Store } from '../store/open.ts';
import { holdLab, labFailed } from './answer.ts';
import { dropModule } from './modules.ts';

/** A run whose owner has not asked for so many seconds is over: what it asked for is played for nobody. */
const SILENT_SECONDS = 900;
/** A module that was not used for so many days is not kept. */
const MODULE_DAYS = 7;

/** Does what is due in the laboratory: leases that ran out, runs that nobody asks for any more. The value is how much was done. */
export async function sweepLab({ store, bell }: Desk): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from lab_matches where state = 'leased' and deadline < clock_timestamp() order by id`.execute(store.db);
  for (const { id } of rows) {
    const run = await store.transaction(async (tx) => {
      const held = await holdLab(tx, id);
      if (!held) return undefined;
      const { rows: due } = await sql`
        select 1 from lab_matches where id = ${id} and state = 'leased' and deadline < clock_timestamp()`.execute(tx);
      if (due.length === 0) return undefined;
      const why = `worker ${held.match.worker} was not heard of again`;
      await labFailed(tx, held.run, held.match, { why, refused: false, lost: true });
      return held.run.id;
    });
    if (run !== undefined) bell.ring(run);
  }
  await sql`
    delete from lab_runs where asked < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS}::double precision)`.execute(
    store.db,
  );
  return rows.length;
}

/** Modules that were sent for the laboratory and are used no more go. */
export async function trimLab(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    const { rows } = await sql<{ module: string }>`
      delete from lab_modules l where used < clock_timestamp() - make_interval(days => ${MODULE_DAYS})
        and not exists (select 1 from lab_runs r where r.person = l.person) returning module`.execute(tx);
    for (const { module } of rows) await dropModule(tx, module);
    await sql`delete from lab_uses where day < current_date - 1`.execute(tx);
  });
}
