import type { GameCatalog } from './game-catalog.ts';
import type { ResultsKept } from './queue/results.ts';
import type { Store } from './store/open.ts';
import type { Tx } from './store/schema.ts';
import type { Finished, MatchInput } from './words.ts';

/** Tasks that one server does for all: due work, tables, compiling, comparing, trying boards, and deleting old data. */
export type JobName = 'sweep' | 'tables' | 'compile' | 'compare' | 'boards' | 'trim';

/** The context of everything that advances a contest. */
export interface QueueContext {
  readonly store: Store;
  /** This server, among those on the database. */
  readonly server: string;
  /** Has a job done by whichever server, once the transaction is committed. */
  readonly nudge: (tx: Tx, job: JobName) => Promise<void>;
  readonly catalog: GameCatalog;
  readonly kept: ResultsKept;
  /** Random, new with every restore: answers to leases of an older database are not taken. */
  readonly epoch: string;
  /** By which rules this server's matches are played; workers of another engine get none. */
  readonly engine: string;
  /** Why a worker's answer does not follow from its own replay, as a message; undefined if it does. Absent: there is no check. */
  readonly checkAnswer?: ((input: MatchInput, answer: Finished, replay: string) => string | undefined) | undefined;
  /** Why no programs can be played here, as a message; undefined if they can. */
  readonly noPrograms: string | undefined;
  /** Seconds that a lease, and that a compiler, has. */
  readonly leaseSeconds: number;
  readonly compileSeconds: number;
}

/** The request to the queue is out of date; the message explains why. Nothing was changed. */
export class StaleRequestError extends Error {}
