import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { removeOwn } from '@ludus/runtime/sandbox/process-folder.ts';
import { Waiting } from '../answer-watch.ts';
import { Asking, type Question } from '../question-tracker.ts';
import { ACCOUNT_FD, type Account } from './end-report.ts';

/** What the thread is started with. */
export interface WatchWork {
  readonly memory: SharedArrayBuffer;
  /** The process that started this one. */
  readonly parent: number;
  /** What is to be ended: a process, or a group as a negative number. */
  readonly target: number;
  readonly answerMs: number;
  readonly matchMs: number;
  /** What the process may have in memory; no limit without it. */
  readonly mostBytes?: number | undefined;
}

const LOOK_MS = 100;

// A player in the main thread may loop for ever, so that nothing else there gets its turn. This thread looks after the process that
// started ours, and after the players: it says who is not answering, or who uses too much, and ends the process.
const { memory, parent, target, answerMs, matchMs, mostBytes = Number.POSITIVE_INFINITY } = workerData as WatchWork;
const asking = new Asking(memory);
const waiting = new Waiting({ answerMs, matchMs });
let match = 0;
setInterval(() => {
  if (process.ppid !== parent) {
    removeOwn();
    process.kill(target, 'SIGKILL');
  }
  const now = performance.now();
  const question = asking.now;
  if (process.memoryUsage.rss() > mostBytes) end('memory', question, 0);
  if (asking.match !== match) {
    match = asking.match;
    waiting.begin(now);
  }
  // Between two matches nobody is waited for.
  if (match <= 0) return;
  const news = waiting.look(question, now);
  if (news === undefined || news.kind === 'waiting') return;
  end(news.kind, news.question, news.seconds);
}, LOOK_MS);

function end(how: Account['how'], question: Question | undefined, seconds: number): void {
  const { seat, round } = question ?? { seat: -1, round: -1 };
  writeSync(ACCOUNT_FD, `${JSON.stringify({ how, seat, round, seconds: Math.round(seconds) } satisfies Account)}\n`);
  process.kill(target, 'SIGKILL');
}
