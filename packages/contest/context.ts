import type { GameCatalog } from './game-catalog.ts';
import type { ResultsCache } from './queue/results.ts';
import type { Store } from './store/open.ts';
import type { Tx } from './store/schema.ts';
import type { FinishedOutcome, MatchInput } from './words.ts';

/**
 * Jobs that one server does for all servers: due work, tables, compiling, comparing, trying boards, and deleting old
 * data.
 */
export type JobName = 'sweep' | 'tables' | 'compile' | 'compare' | 'boards' | 'trim';

/** The context for all functions that advance a contest. */
export interface QueueContext {
  readonly store: Store;
  /** The id of this server among the servers on the same database. */
  readonly server: string;
  /** Starts a job on any server once the transaction is committed. */
  readonly nudge: (tx: Tx, job: JobName) => Promise<void>;
  readonly catalog: GameCatalog;
  readonly kept: ResultsCache;
  /** A random value that changes with every restore. Answers to leases from an earlier epoch are rejected. */
  readonly epoch: string;
  /** The engine of this server's matches; workers with a different engine get no matches. */
  readonly engine: string;
  /**
   * Returns the reason why a worker's answer doesn't match the replay in the answer; undefined if the two match.
   * Absent: answers aren't checked.
   */
  readonly checkAnswer?:
    | ((input: MatchInput, answer: FinishedOutcome, replay: string) => string | undefined)
    | undefined;
  /** The reason why programs can't be played here; undefined if they can. */
  readonly noPrograms: string | undefined;
  /** Duration of a lease, and time limit for a compiler, in seconds. */
  readonly leaseSeconds: number;
  readonly compileSeconds: number;
}

/** Thrown if a request to the queue is outdated, so that nothing was changed. The message explains why. */
export class StaleRequestError extends Error {}
