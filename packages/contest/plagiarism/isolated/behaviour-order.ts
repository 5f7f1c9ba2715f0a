/**
 * A line of the input (as JSON) of a process that shows matches to players. The matches come first, then the players,
 * and finally `end`.
 */
export type BehaviourOrder =
  | { readonly kind: 'begin'; readonly game: string }
  /** A replay's text, and the seat from which it is seen. */
  | { readonly kind: 'showing'; readonly replay: string; readonly seat: number }
  /** A compiled player in base64, and its fuel in seconds. */
  | {
      readonly kind: 'player';
      readonly name: string;
      readonly version: string;
      readonly module: string;
      readonly seconds: number;
    }
  | { readonly kind: 'end' };

export type BehaviourLine =
  | { readonly kind: 'step'; readonly done: number; readonly of: number }
  | { readonly kind: 'done'; readonly report: BehaviourReport };

/** A pair of players; shares are 0 to 1, see behaviour/agreement.ts. */
export interface AgreeingPair {
  readonly left: { readonly name: string; readonly version: string };
  readonly right: { readonly name: string; readonly version: string };
  readonly excess: number;
  readonly margin: number;
  readonly unusual: boolean;
}

export interface BehaviourReport {
  readonly players: number;
  readonly showings: number;
  readonly rounds: number;
  readonly pairs: number;
  readonly unusual: number;
  /** The pairs that exceed the usual agreement most. */
  readonly top: readonly AgreeingPair[];
}
