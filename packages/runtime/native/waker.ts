import { closeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * The cells that a thread and its waker share. `blocked` is odd while the thread is waiting, and `turns` counts the
 * waker's checks.
 */
export const CELL = { active: 0, ready: 1, blocked: 2, pipe: 3, turns: 4, never: 5 } as const;
const CELLS = 6;

/**
 * Minimum time that a thread waits for one answer before it does other work, in milliseconds. The maximum is twice as
 * long.
 */
export const WAKE_MS = 10;

/**
 * Wakes a thread that is blocked while it reads an answer from a pipe. A second thread does this by writing to the
 * pipe.
 */
class Waker {
  private readonly cells = new Int32Array(new SharedArrayBuffer(4 * CELLS));
  private thread: Worker | undefined;
  private retired: { readonly pipe: number; readonly turn: number }[] = [];

  /** Called when a match begins; `end` is called when the match is over. */
  begin(): void {
    this.thread ??= this.startThread();
    if (Atomics.add(this.cells, CELL.active, 1) === 0) Atomics.notify(this.cells, CELL.active);
    this.closeRetired();
  }

  end(): void {
    Atomics.sub(this.cells, CELL.active, 1);
  }

  /** Whether the waker is ready. Until the waker is ready, nothing would wake the thread. */
  get isReady(): boolean {
    return Atomics.load(this.cells, CELL.ready) === 1;
  }

  /** Calls `read`, which blocks until something is written to `pipe`. */
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
   * Closes a pipe once the waker can no longer write to it. Otherwise, the waker might write to a different file with
   * the same descriptor.
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
    // Without a waker, reads don't block, and answers are polled instead.
    thread.on('error', () => Atomics.store(this.cells, CELL.ready, -1));
    return thread;
  }
}

/** The waker of this thread. */
export const waker = new Waker();
