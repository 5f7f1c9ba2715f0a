import { Worker } from 'node:worker_threads';
import type { RatedVersion } from '../ladder/table.ts';
import type { LiveVersion, MatchResult } from '../words.ts';
import type { TableQuestion } from './table-thread.ts';

interface PendingFit {
  readonly done: (rows: RatedVersion[]) => void;
  readonly failed: (error: Error) => void;
}
interface Answer {
  readonly id: number;
  readonly rows?: RatedVersion[];
  readonly error?: string;
}

/** Computes tables in a separate thread, which receives only results that it doesn't have yet. */
export class TableFitter {
  private worker: Worker | undefined;
  private nextId = 0;
  private readonly waiting = new Map<number, PendingFit>();
  /** By contest: the results that the thread has. */
  private readonly sent = new Map<number, readonly MatchResult[]>();

  /** Calls `table` of ladder/table.ts. Results that are the same objects as last time aren't sent again. */
  async table(contest: number, results: readonly MatchResult[], live: readonly LiveVersion[]): Promise<RatedVersion[]> {
    const worker = this.start();
    const before = this.sent.get(contest) ?? [];
    let from = 0;
    while (from < before.length && before[from] === results[from]) from++;
    this.sent.set(contest, results);
    const id = this.nextId++;
    return await new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      worker.postMessage({ id, contest, from, more: results.slice(from), live } satisfies TableQuestion);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./table-thread.ts', import.meta.url));
    const end = (error: Error): void => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.sent.clear();
      for (const { failed } of this.waiting.values()) failed(error);
      this.waiting.clear();
    };
    worker.on('message', ({ id, rows, error }: Answer) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (rows) asked?.done(rows);
      else asked?.failed(new Error(error));
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that computes leaderboards has stopped')));
    this.worker = worker;
    return worker;
  }
}
