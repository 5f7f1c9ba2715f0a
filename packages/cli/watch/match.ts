import type { AnyGame } from '@ludus/game/game.ts';
import type { Sidecar } from '@ludus/game/sidecar.ts';
import { playMatch, type Verdict } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/sidecar-recorder.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { answerMs } from '../limits.ts';
import { replayHash } from '../replay-hash.ts';
import { watchMatch } from '../waiting.ts';

/** What one version of a player made of one seed. */
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
  readonly sources: readonly PlayerSource[];
  readonly limits: Parameters<typeof answerMs>[0];
}

/** Plays a match and keeps what the next version of a player is compared with. */
export async function playWatched({ game, board, seed, sources, limits }: WatchedMatch): Promise<Watched> {
  const recorder = new SidecarRecorder(undefined);
  const ports = await Promise.all(sources.map((source, seat) => source.open(recorder.output(seat))));
  const watched = watchMatch(game, ports, answerMs(limits));
  const chunks: string[] = [];
  const hashes: number[] = [];
  let firstRound = 0;
  try {
    const { outcome, verdicts } = await playMatch<unknown, unknown, unknown>({
      game,
      board,
      seed,
      ports: watched.ports,
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

/** The first round whose board the two do not share; undefined where all are the same. */
export function firstDifference(before: Watched, now: Watched): number | undefined {
  const both = Math.max(before.hashes.length, now.hashes.length);
  for (let i = 0; i < both; i++) if (before.hashes[i] !== now.hashes[i]) return now.firstRound + i;
  return undefined;
}

/** 1 for the best score; who shares a score shares the better place. */
export function placeOf(scores: readonly number[], seat: number): number {
  return 1 + scores.filter((score) => score > scores[seat]).length;
}
