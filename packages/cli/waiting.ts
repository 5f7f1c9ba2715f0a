import { Worker } from 'node:worker_threads';
import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { playMatch, QuestionTracker, trackerMemory } from '@ludus/referee/match.ts';
import { runningBot } from '@ludus/runtime/files.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import type { WaitingWork } from './waiting-thread.ts';

/** A match with a second thread that watches its players and reports delays on standard error. */
export interface WatchedMatch {
  /** The watched runners, which the match loop uses instead of the original runners. */
  readonly runners: AnyRunner[];
  /** Ends the watch after the match. */
  end(): void;
}

/** Explains how to run a player in a separate process, for commands that have `--budget`. */
const APART = 'with --budget cpu the bot runs in a separate process, and the match continues';

/**
 * Watches a match. `answerMs`: time limit for one answer of a player in this process, after which the process ends with
 * a message that names the player. `apart`: the part of that message about a separate process.
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
  // If the thread fails, the match is played without it.
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

/** Returns a `playMatch` that watches its matches. The parameters are the same as in `watchMatch`. */
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

/** Interval at which this process handles signals between answers, in milliseconds. */
const SIGNALS_MS = 100;
let looked = performance.now();

/** Returns a runner that lets the process handle signals between answers, even if all bots answer immediately. */
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

/** The running matches. */
const matches = new Set<AskedMatch>();
/** The last step of `process.exit`, which a bot may also call. Node's types don't include this function. */
const node = process as unknown as { reallyExit(code?: number): void };
let guarded: typeof node.reallyExit | undefined;

/** Guards against a bot that ends this process. If a bot does so, a message names the bot, and the exit code is 1. */
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

/** Returns the message about the bot that is ending this process; undefined if no bot is ending it. */
function endSentence(): string | undefined {
  for (const { tracker, runners, apart } of matches) {
    const { current: now } = tracker;
    if (!now?.isBlocking) continue;
    const when = now.round < 0 ? 'before the first round' : `in round ${now.round}`;
    return `player ${runners[now.seat].name} (seat ${now.seat}) ended this process and the match ${when}: ${apart}`;
  }
  const name = runningBot();
  return name && `the bot ${name} ended this process and the command: remove process.exit from its code`;
}
