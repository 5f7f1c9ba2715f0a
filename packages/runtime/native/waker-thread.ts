import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { LATER_FRAME } from './frames.ts';
import { CELL, WAKE_MS } from './waker.ts';

const cells = new Int32Array(workerData as SharedArrayBuffer);
Atomics.store(cells, CELL.ready, 1);
for (;;) {
  Atomics.add(cells, CELL.turns, 1);
  // Sleeps while no match is being played, which costs nothing.
  Atomics.wait(cells, CELL.active, 0);
  const waiting = Atomics.load(cells, CELL.blocked);
  Atomics.wait(cells, CELL.never, 0, WAKE_MS);
  if (waiting % 2 !== 0 && Atomics.load(cells, CELL.blocked) === waiting) wake(cells[CELL.pipe]);
}

function wake(pipe: number): void {
  try {
    writeSync(pipe, LATER_FRAME);
  } catch {
    // The pipe is full, so a read returns immediately anyway.
  }
}
