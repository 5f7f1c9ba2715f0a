import { parentPort } from 'node:worker_threads';
import { table } from '../ladder/table.ts';
import type { LiveVersion, MatchResult } from '../words.ts';

// The thread that computes tables. With many results, the computation would block the server's pages.
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

/**
 * A request for a table. `more` replaces the results from the index `from` on. The thread already has the results
 * before this index.
 */
export interface TableQuestion {
  readonly id: number;
  readonly contest: number;
  readonly from: number;
  readonly more: readonly MatchResult[];
  readonly live: readonly LiveVersion[];
}
