import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { removeOwnFolders } from '@ludus/runtime/files.ts';
import { AnswerWatch } from '../answer-watch.ts';
import { type Question, QuestionTracker } from '../question-tracker.ts';
import { END_REPORT_FD, type EndReport, endReportLine } from './end-report.ts';

/** The data that the thread gets when it starts. */
export interface WatchdogSetup {
  readonly memory: SharedArrayBuffer;
  /** The id of the process that started the process with this thread. */
  readonly parent: number;
  /** The target to kill: a process, or a group as a negative number. */
  readonly target: number;
  readonly answerMs: number;
  readonly matchMs: number;
  /** The process's memory limit; none by default. */
  readonly maxBytes?: number | undefined;
}

const INTERVAL_MS = 100;

// A player in the main thread may loop forever, which blocks everything else in that thread. This thread monitors the
// parent process and the players. It reports a player that does not answer or uses too much memory, and ends the
// process.
const { memory, parent, target, answerMs, matchMs, maxBytes = Number.POSITIVE_INFINITY } = workerData as WatchdogSetup;
const tracker = new QuestionTracker(memory);
const watch = new AnswerWatch({ answerMs, matchMs });
let match = 0;
setInterval(() => {
  if (process.ppid !== parent) {
    removeOwnFolders();
    process.kill(target, 'SIGKILL');
  }
  const now = performance.now();
  const question = tracker.current;
  if (process.memoryUsage.rss() > maxBytes) end('memory', question, 0);
  if (tracker.matchNumber !== match) {
    match = tracker.matchNumber;
    watch.beginMatch(now);
  }
  // No player is being asked between two matches.
  if (match <= 0) return;
  const news = watch.sample(question, now);
  if (news === undefined || news.kind === 'waiting') return;
  end(news.kind, news.question, news.seconds);
}, INTERVAL_MS);

function end(how: EndReport['how'], question: Question | undefined, seconds: number): void {
  const { seat, round } = question ?? { seat: -1, round: -1 };
  writeSync(END_REPORT_FD, endReportLine({ how, seat, round, seconds: Math.round(seconds) }));
  process.kill(target, 'SIGKILL');
}
