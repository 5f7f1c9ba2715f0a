import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import type { Sidecar } from '@ludus/game/replay.ts';
import { playMatch, type Verdict } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { answerMs } from '../limits.ts';
import { watchMatch } from '../waiting.ts';
import { replayHash } from '../write-replay.ts';

/** The match that one version of a player played with one seed. */
export interface VersionResult {
  readonly replay: string;
  readonly sidecar: Sidecar | undefined;
  /** The scores, by seat. */
  readonly scores: readonly number[];
  /** The hash of each state, starting with the state before the first round. */
  readonly hashes: readonly number[];
  readonly firstRound: number;
  readonly verdicts: readonly Verdict[];
}

export interface WatchedMatch {
  readonly game: AnyGame;
  readonly board: unknown;
  readonly seed: number;
  /** The key that replaces the seed as the source of all randomness. */
  readonly key: string | undefined;
  readonly sources: readonly PlayerSource[];
  readonly limits: Parameters<typeof answerMs>[0];
  /** Cancels the match, even while it waits for a player. */
  readonly signal: AbortSignal;
}

/**
 * Plays a match and records the data that the player's next version is compared with. Throws the signal's reason if the
 * match is cancelled.
 */
export async function playWatched({
  game,
  board,
  seed,
  key,
  sources,
  limits,
  signal,
}: WatchedMatch): Promise<VersionResult> {
  const recorder = new SidecarRecorder(game);
  const opened = await Promise.all(sources.map((source, seat) => source.open(recorder.output(seat))));
  const dropped = whenAborted(signal);
  const runners = opened.map((runner) => until(dropped, runner));
  const watched = watchMatch(game, runners, answerMs(limits));
  const chunks: string[] = [];
  const hashes: number[] = [];
  let firstRound = 0;
  try {
    const { outcome, verdicts } = await playMatch<unknown, unknown, unknown>({
      game,
      board,
      seed,
      ...(key !== undefined && { limited: true, key }),
      runners: watched.runners,
      signal,
      record: (piece) => chunks.push(piece),
      onFault: (verdict) => recorder.onFault(verdict),
      onRound(state, round, used) {
        recorder.onRound(round, used);
        if (hashes.length === 0) firstRound = round;
        hashes.push(game.hash(state));
      },
    });
    const replay = chunks.join('');
    return {
      replay,
      sidecar: recorder.finish(replayHash(replay)),
      scores: outcome.scores,
      hashes,
      firstRound,
      verdicts,
    };
  } finally {
    watched.end();
  }
}

/** Returns a promise that never resolves, and rejects with the signal's reason on abort. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => {});
  return promise;
}

/** Returns a runner that stops waiting for answers when the match is cancelled. */
function until(dropped: Promise<never>, runner: AnyRunner): AnyRunner {
  const waited = (answer: void | Promise<void>): void | Promise<void> => answer && Promise.race([answer, dropped]);
  return {
    ...forwardingRunner(runner),
    ...(runner.start && { start: (board, state, briefing) => waited(runner.start!(board, state, briefing)) }),
    play: (state, move, generator) => waited(runner.play(state, move, generator)),
  };
}

/** Returns the first round in which the boards differ; undefined if all are the same. */
export function firstDifference(before: VersionResult, now: VersionResult): number | undefined {
  const both = Math.max(before.hashes.length, now.hashes.length);
  for (let i = 0; i < both; i++) if (before.hashes[i] !== now.hashes[i]) return now.firstRound + i;
  return undefined;
}

/** Returns a seat's place: 1 for the best score. Seats with the same score share the better place. */
export function placeOf(scores: readonly number[], seat: number): number {
  return 1 + scores.filter((score) => score > scores[seat]).length;
}
