import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Tx } from './schema.ts';

/** SQLSTATE of a transaction that was cancelled because of a deadlock. */
const DEADLOCK = '40P01';
const TRIES = 4;

/** Inside a transaction: functions to call after the commit. */
export const inside = new AsyncLocalStorage<(() => void)[]>();

/** Calls a function after the current transaction is committed; not after a rollback. */
export function afterCommit(work: () => void): void {
  const later = inside.getStore();
  if (!later) throw new Error('this isn’t a transaction');
  later.push(work);
}

/** Runs `work` in a transaction, and repeats it after a deadlock. */
export async function inTransaction<T>(
  transaction: ReturnType<Database['transaction']>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const later: (() => void)[] = [];
    try {
      const done = await transaction.execute((tx) => inside.run(later, () => work(tx)));
      for (const each of later) each();
      return done;
    } catch (error) {
      // After a deadlock, the database has rolled back one of the two transactions.
      if ((error as { code?: unknown }).code !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}
