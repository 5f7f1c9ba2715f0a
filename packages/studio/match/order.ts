import type { Sidecar } from '@ludus/game/sidecar.ts';

/** A player for one seat, as the page hands it to the worker. */
export type PlayerOrder =
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'own'; readonly name: string; readonly source: string };

/** One match to be played. */
export interface MatchOrder {
  readonly game: string;
  /** The board file's text. */
  readonly board: string;
  /** A 32-bit signed number. */
  readonly seed: number;
  readonly players: readonly PlayerOrder[];
}

/** What the worker is asked: a match, or whether an own player can be used. */
export type WorkerOrder =
  | { readonly type: 'match'; readonly order: MatchOrder }
  | { readonly type: 'check'; readonly game: string; readonly name: string; readonly source: string };

/**
 * What the worker says, in this order: any number of `asking` and `progress`, then `done` or `problem`. `asking` comes before a player
 * that somebody has written gets its turn, as it may never end it; round 0: it is loaded.
 */
export type MatchNews =
  | { readonly type: 'asking'; readonly seat: number; readonly round: number }
  | { readonly type: 'progress'; readonly round: number; readonly text: string }
  | {
      readonly type: 'done';
      readonly replay: string;
      readonly sidecar: Sidecar | undefined;
      readonly scores: readonly number[];
      readonly reason: string;
      readonly verdicts: readonly string[];
    }
  | { readonly type: 'problem'; readonly message: string; readonly seat?: number };

/** What comes of a check: nothing where all is well. */
export type CheckNews = { readonly problem: string | undefined };
