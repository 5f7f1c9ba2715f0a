import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Tx } from './schema.ts';

/** SQLSTATE of a transaction that was given up for another one. */
const DEADLOCK = '40P01';
const TRIES = 4;

/** Inside of a transaction: what is to be done once it is committed. */
export const inside = new AsyncLocalStorage<(() => void)[]>();

/** Has something done once the transaction that this is called in is committed; nothing where it is not. */
export function afterCommit(work: () => void): void {
  const later = inside.getStore();
  if (!later) throw new Error('this isn’t a transaction');
  later.push(work);
}

/** Runs `work` in a transaction, and again if the database gave it up for another one. */
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
      // Two that wait for each other: the database has given one up, and nothing of it is left.
      if ((error as { code?: unknown }).code !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}
