import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { haltMainThread } from '@ludus/runtime/files.ts';

/** The thread's start data. */
export interface LoadingWork {
  /** The text as typed. */
  readonly name: string;
  readonly loadMs: number;
}

const STANDARD_ERROR = 2;
/** After this time a message names the bot that is loading, as in a match. */
const WAITING_MS = 2000;

// The command's own thread is held by the file that it loads.
const { name, loadMs } = workerData as LoadingWork;
setTimeout(() => {
  try {
    writeSync(STANDARD_ERROR, `info: loading ${name}, at most ${loadMs / 1000} s\n`);
  } catch {
    // No one reads it any longer, or not at this moment.
  }
}, WAITING_MS);
setTimeout(async () => {
  const place = await haltMainThread();
  const where = place === undefined ? '' : ` (${place})`;
  try {
    writeSync(STANDARD_ERROR, `ludus: ${name} is not loaded within ${loadMs / 1000} s${where}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, loadMs);
