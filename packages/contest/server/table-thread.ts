import { parentPort } from 'node:worker_threads';
import { table } from '../ladder/table.ts';
import type { LiveVersion, MatchResult } from '../words.ts';

// The thread in which tables are worked out: with many results that takes longer than pages should wait.
const known = new Map<number, MatchResult[]>();
parentPort!.on('message', ({ id, contest, from, more, live }: TableQuestion) => {
  const results = known.get(contest) ?? [];
  known.set(contest, results);
  results.splice(from, results.length, ...more);
  try {
    parentPort!.postMessage({ id, rows: table(results, live) });
  } catch (error) {
    parentPort!.postMessage({ id, error: String(error) });
  }
});

/** The results from this one on are new, or others than before; those before it are known. */
export interface TableQuestion {
  readonly id: number;
  readonly contest: number;
  readonly from: number;
  readonly more: readonly MatchResult[];
  readonly live: readonly LiveVersion[];
}
