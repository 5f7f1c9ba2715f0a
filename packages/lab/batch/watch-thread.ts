import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { Asking } from '@ludus/referee/asking.ts';
import { Waiting } from '@ludus/referee/waiting.ts';
import { ACCOUNT_FD, type Account } from './account.ts';

/** What the thread is started with. */
export interface WatchWork {
  readonly memory: SharedArrayBuffer;
  /** The pool's process. */
  readonly parent: number;
  /** What is to be ended: a process, or a group as a negative number. */
  readonly target: number;
  readonly answerMs: number;
  readonly matchMs: number;
}

const LOOK_MS = 100;

// A player in the worker's own thread may loop for ever, so that nothing else there gets its turn. This thread looks after the pool's
// process, and after the players: it says who is not answering and ends the worker.
const { memory, parent, target, answerMs, matchMs } = workerData as WatchWork;
const asking = new Asking(memory);
const waiting = new Waiting({ answerMs, matchMs });
let match = 0;
setInterval(() => {
  if (process.ppid !== parent) process.kill(target, 'SIGKILL');
  const now = performance.now();
  if (asking.match !== match) {
    match = asking.match;
    waiting.begin(now);
  }
  // Between two matches nobody is waited for.
  if (match <= 0) return;
  const news = waiting.look(asking.now, now);
  if (news === undefined || news.kind === 'waiting') return;
  const { seat, round } = news.question;
  const seconds = Math.round(news.seconds);
  writeSync(ACCOUNT_FD, `${JSON.stringify({ how: news.kind, seat, round, seconds } satisfies Account)}\n`);
  process.kill(target, 'SIGKILL');
}, LOOK_MS);
