import { Worker } from 'node:worker_threads';
import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { QuestionTracker, trackerMemory } from '@ludus/referee/questions.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import type { WaitingWork } from './waiting-thread.ts';

/** A match whose players are looked at from a second thread, which says on standard error who is being waited for. */
export interface WatchedMatch {
  /** For the match loop, instead of those given. */
  readonly runners: AnyRunner[];
  /** When the match is over. */
  end(): void;
}

/** How a player gets a separate process, where a command has the option. */
const APART = 'under --budget cpu it has one of its own, and the match goes on';

/**
 * `answerMs`: how long a player in this process may take over one answer, before the process ends with a sentence that names it.
 * `apart`: what that sentence says of a separate process.
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
  const onExit = () => sayEnded(tracker, runners, apart);
  process.on('exit', onExit);
  return {
    runners: tracker.trackRunners(game, runners),
    end() {
      process.removeListener('exit', onExit);
      void thread.terminate();
    },
  };
}

/** A player that calls `process.exit` ends the match of all. */
function sayEnded(tracker: QuestionTracker, runners: readonly AnyRunner[], apart: string): void {
  const { current: now } = tracker;
  if (!now?.isBlocking) return;
  const when = now.round < 0 ? 'before the first round' : `in round ${now.round}`;
  process.stderr.write(
    `ludus: player ${runners[now.seat].name} (seat ${now.seat}) ended this process ${when}, and with it the match: ${apart}\n`,
  );
  process.exitCode = EXIT_NEGATIVE;
}
