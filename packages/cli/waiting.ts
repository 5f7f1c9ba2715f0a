import { Worker } from 'node:worker_threads';
import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { QuestionTracker, trackerMemory } from '@ludus/referee/questions.ts';
import { runningBot } from '@ludus/runtime/files.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import type { WaitingWork } from './waiting-thread.ts';

/** A match whose players are watched by a second thread, which reports delays on standard error. */
export interface WatchedMatch {
  /** For the match loop, instead of those given. */
  readonly runners: AnyRunner[];
  /** When the match is over. */
  end(): void;
}

/** How a player gets a separate process, where a command has the option. */
const APART = 'with --budget cpu the bot runs in a separate process, and the match continues';

/**
 * `answerMs`: how long a player in this process may take over one answer, before the process ends with a message
 * that names it. `apart`: what that message says about a separate process.
 */
export function watchMatch(
  game: AnyGame,
  runners: readonly AnyRunner[],
  answerMs: number,
  apart: string = APART,
): WatchedMatch {
  const memory = trackerMemory();
  const workerData: WaitingWork = { memory, names: runners.map((runner) => runner.name), answerMs, apart };
  const thread = new Worker(new URL('./waiting-thread.ts', import.meta.url), { workerData, execArgv: [] });
  thread.unref();
  // Without it the match is played all the same.
  thread.on('error', () => {});
  const tracker = new QuestionTracker(memory);
  guardExit();
  const match: AskedMatch = { tracker, runners, apart };
  matches.add(match);
  return {
    runners: tracker.trackRunners(game, runners),
    end() {
      matches.delete(match);
      void thread.terminate();
    },
  };
}

/** Plays a match that is watched, as `playMatch` does. The numbers and words are those of `watchMatch`. */
export const playWatched =
  (answerMs: number, apart?: string): typeof playMatch<unknown, unknown, unknown> =>
  async (setup) => {
    const watched = watchMatch(setup.game, setup.runners, answerMs, apart);
    try {
      return await playMatch({ ...setup, runners: watched.runners });
    } finally {
      watched.end();
    }
  };

/** The time that bots may answer in this process before it looks at its signals, in milliseconds. */
const SIGNALS_MS = 100;
let looked = performance.now();

/** A runner that lets the process react to signals between answers, also when all bots answer at once. */
export const yieldingRunner = (runner: AnyRunner): AnyRunner => ({
  ...forwardingRunner(runner),
  play(...question) {
    if (performance.now() < looked + SIGNALS_MS) return runner.play(...question);
    return new Promise((resolve) => setImmediate(resolve)).then(() => {
      looked = performance.now();
      return runner.play(...question);
    });
  },
});

interface AskedMatch {
  readonly tracker: QuestionTracker;
  readonly runners: readonly AnyRunner[];
  readonly apart: string;
}

/** The matches under way. */
const matches = new Set<AskedMatch>();
/** The last step of `process.exit`, which a bot may call as well. Types of Node leave it out. */
const node = process as unknown as { reallyExit(code?: number): void };
let guarded: typeof node.reallyExit | undefined;

/** If a bot ends this process, from now on a message names the bot, and the exit code is 1. */
export function guardExit(): void {
  if (node.reallyExit === guarded) return;
  const end = node.reallyExit.bind(process);
  guarded = (code) => {
    const sentence = endSentence();
    if (sentence !== undefined) process.stderr.write(`ludus: ${sentence}\n`);
    end(sentence === undefined ? code : EXIT_NEGATIVE);
  };
  node.reallyExit = guarded;
}

/** Undefined if it isn't a bot that ends this process. */
function endSentence(): string | undefined {
  for (const { tracker, runners, apart } of matches) {
    const { current: now } = tracker;
    if (!now?.isBlocking) continue;
    const when = now.round < 0 ? 'before the first round' : `in round ${now.round}`;
    return `player ${runners[now.seat].name} (seat ${now.seat}) ended this process ${when}, and with it the match: ${apart}`;
  }
  const name = runningBot();
  return name && `the bot ${name} ended this process, and with it the command: leave process.exit out of its code`;
}
