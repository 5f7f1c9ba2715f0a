import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { AnswerWatch, QuestionTracker } from '@ludus/referee/match.ts';

/** The thread's start data. */
export interface WaitingWork {
  readonly memory: SharedArrayBuffer;
  /** The players' names, by seat. */
  readonly names: readonly string[];
  /** Time limit for one answer of a player in the command's own process, in milliseconds. */
  readonly answerMs: number;
  /** The part of the message that recommends a separate process. */
  readonly apart: string;
}

const LOOK_MS = 100;
const STANDARD_ERROR = 2;

// A player that loops forever may block the command's main thread, so only another thread can report it.
const { memory, names, answerMs, apart } = workerData as WaitingWork;
const tracker = new QuestionTracker(memory);
const watch = new AnswerWatch({ answerMs, matchMs: Number.POSITIVE_INFINITY });
const looking = setInterval(() => {
  const news = watch.sample(tracker.current, performance.now());
  if (news === undefined) return;
  const { seat, round } = news.question;
  const seconds = Math.round(news.seconds);
  const when = round < 0 ? 'before the first round' : `in round ${round}`;
  if (news.kind === 'waiting')
    return say(`info: waiting for player ${names[seat]} (seat ${seat}) ${when}, for ${seconds} s`);
  clearInterval(looking);
  void stalledAt().then((place) => {
    const where = place === undefined ? '' : ` (${place})`;
    say(
      `ludus: player ${names[seat]} (seat ${seat}) did not answer ${when} within ${seconds} s${where}; the player plays in this process, which stops now: ${apart}`,
    );
    process.kill(process.pid, 'SIGKILL');
  });
}, LOOK_MS);

/** Halts the main thread, and returns its place. Most matches don't need this code, so it isn't loaded with the thread. */
const stalledAt = async (): Promise<string | undefined> =>
  await (await import('@ludus/runtime/files.ts')).haltMainThread();

function say(line: string): void {
  try {
    writeSync(STANDARD_ERROR, `${line}\n`);
  } catch {
    // Standard error was closed, or can't be written now.
  }
}
