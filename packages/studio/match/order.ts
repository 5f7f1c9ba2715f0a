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

/** What the worker says, in this order: any number of `progress`, then `done` or `problem`. */
export type MatchNews =
  | { readonly type: 'progress'; readonly round: number; readonly text: string }
  | {
      readonly type: 'done';
      readonly replay: string;
      readonly sidecar: Sidecar | undefined;
      readonly scores: readonly number[];
      readonly reason: string;
      readonly verdicts: readonly string[];
    }
  | { readonly type: 'problem'; readonly message: string };
