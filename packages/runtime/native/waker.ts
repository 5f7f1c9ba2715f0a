import { closeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The cells that a thread and its waker share. `blocked` is odd while the thread waits, and `turns` counts the waker's looks. */
export const CELL = { active: 0, ready: 1, blocked: 2, pipe: 3, turns: 4, never: 5 } as const;
const CELLS = 6;

/** Minimum time that a thread waits for one answer before it does other things, in milliseconds; at most twice as long. */
export const WAKE_MS = 10;

/**
 * Wakes a thread that waits for an answer by reading a pipe, and so can't do anything else. A second thread writes into that
 * pipe.
 */
class Waker {
  private readonly cells = new Int32Array(new SharedArrayBuffer(4 * CELLS));
  private thread: Worker | undefined;
  private retired: { readonly pipe: number; readonly turn: number }[] = [];

  /** A match begins; `end` when it is over. */
  begin(): void {
    this.thread ??= this.startThread();
    if (Atomics.add(this.cells, CELL.active, 1) === 0) Atomics.notify(this.cells, CELL.active);
    this.closeRetired();
  }

  end(): void {
    Atomics.sub(this.cells, CELL.active, 1);
  }

  /** Until then no one would wake us. */
  get isReady(): boolean {
    return Atomics.load(this.cells, CELL.ready) === 1;
  }

  /** Calls `read`, which waits, and which something written into `pipe` wakes. */
  guard(pipe: number, read: () => number): number {
    const { cells } = this;
    cells[CELL.pipe] = pipe;
    Atomics.add(cells, CELL.blocked, 1);
    try {
      return read();
    } finally {
      Atomics.add(cells, CELL.blocked, 1);
    }
  }

  /**
   * Closes a pipe once the waker can no longer write into it. Otherwise the waker might write into another file with the same
   * number.
   */
  retire(pipe: number): void {
    this.retired.push({ pipe, turn: Atomics.load(this.cells, CELL.turns) });
    this.closeRetired();
  }

  private closeRetired(): void {
    const turn = Atomics.load(this.cells, CELL.turns);
    const isSafe = (each: { readonly turn: number }) => this.thread === undefined || turn - each.turn >= 2;
    for (const { pipe } of this.retired.filter(isSafe)) closeSync(pipe);
    this.retired = this.retired.filter((each) => !isSafe(each));
  }

  private startThread(): Worker {
    const thread = new Worker(new URL('./waker-thread.ts', import.meta.url), {
      workerData: this.cells.buffer,
      execArgv: [],
      stdout: false,
    });
    thread.unref();
    // Without it no one waits by reading: answers are looked for from time to time.
    thread.on('error', () => Atomics.store(this.cells, CELL.ready, -1));
    return thread;
  }
}

/** Of this thread. */
export const waker = new Waker();
