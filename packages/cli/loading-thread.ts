import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { haltMainThread } from '@ludus/runtime/files.ts';

/** The thread's start data. */
export interface LoadingWork {
  /** The bot's name as the user typed it. */
  readonly name: string;
  readonly loadMs: number;
}

const STANDARD_ERROR = 2;
/** Time in milliseconds after which a message names the bot that is loading, as in a match. */
const WAITING_MS = 2000;

// The file being loaded may block the command's main thread, so this thread reports delays.
const { name, loadMs } = workerData as LoadingWork;
setTimeout(() => {
  try {
    writeSync(STANDARD_ERROR, `info: loading ${name}, up to ${loadMs / 1000} s\n`);
  } catch {
    // Standard error was closed, or can't be written now.
  }
}, WAITING_MS);
setTimeout(async () => {
  const place = await haltMainThread();
  const where = place === undefined ? '' : ` (${place})`;
  try {
    writeSync(STANDARD_ERROR, `ludus: ${name} did not load within ${loadMs / 1000} s${where}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, loadMs);
