import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import type { Sidecar } from '@ludus/game/replay.ts';
import { playMatch, type Verdict } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { answerMs } from '../limits.ts';
import { watchMatch } from '../waiting.ts';
import { replayHash } from '../write-replay.ts';

/** The result of one version of a player with one seed. */
export interface Watched {
  readonly replay: string;
  readonly sidecar: Sidecar | undefined;
  /** By seat. */
  readonly scores: readonly number[];
  /** The hash of each state, from that before the first round on. */
  readonly hashes: readonly number[];
  readonly firstRound: number;
  readonly verdicts: readonly Verdict[];
}

export interface WatchedMatch {
  readonly game: AnyGame;
  readonly board: unknown;
  readonly seed: number;
  /** The source of all luck instead of the seed. */
  readonly key: string | undefined;
  readonly sources: readonly PlayerSource[];
  readonly limits: Parameters<typeof answerMs>[0];
  /** Drops the match, also while a player is waited for. */
  readonly signal: AbortSignal;
}

/** Plays a match and keeps what the next version of a player is compared with. Throws the signal's reason where it is dropped. */
export async function playWatched({ game, board, seed, key, sources, limits, signal }: WatchedMatch): Promise<Watched> {
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

/** Never kept; broken with the signal's reason when it aborts. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => {});
  return promise;
}

/** The port, whose answers are waited for only until the match is dropped. */
function until(dropped: Promise<never>, runner: AnyRunner): AnyRunner {
  const waited = (answer: void | Promise<void>): void | Promise<void> => answer && Promise.race([answer, dropped]);
  return {
    ...forwardingRunner(runner),
    ...(runner.start && { start: (board, state, briefing) => waited(runner.start!(board, state, briefing)) }),
    play: (state, move, generator) => waited(runner.play(state, move, generator)),
  };
}

/** The first round whose board the two do not share; undefined if all are the same. */
export function firstDifference(before: Watched, now: Watched): number | undefined {
  const both = Math.max(before.hashes.length, now.hashes.length);
  for (let i = 0; i < both; i++) if (before.hashes[i] !== now.hashes[i]) return now.firstRound + i;
  return undefined;
}

/** 1 for the best score; who shares a score shares the better place. */
export function placeOf(scores: readonly number[], seat: number): number {
  return 1 + scores.filter((score) => score > scores[seat]).length;
}
