/**
 * The arena's messages to its page. A page that is opened late first receives all earlier messages that still matter.
 */
export type PageEvent = PageSetup | PagePlayers | PageText | PageResult;

/** Always the first message. When it arrives, the page resets its state. */
export interface PageSetup {
  readonly kind: 'setup';
  readonly seed: string;
  readonly moveLimit: number;
  /** Pixels per cell. */
  readonly size: number;
  /** Milliseconds between two turns. */
  readonly delay: number;
  /** The players' port. */
  readonly playersAt: number;
}

export interface PagePlayers {
  readonly kind: 'players';
  /** The players' names, by seat; null while a player hasn't connected. */
  readonly names: readonly (string | null)[];
  readonly canStart: boolean;
  /** The header of a replay with these names, from which the page shows the map before the game begins. */
  readonly head: string;
}

/** Another piece of the game's replay. The first piece means that the game has begun. */
export interface PageText {
  readonly kind: 'text';
  readonly text: string;
  /** How long each player's last answer took, in milliseconds. */
  readonly tookMs: readonly [number, number];
}

export interface PageResult {
  readonly kind: 'result';
  /** The winner's seat, 0 or 1; −1 for a draw. */
  readonly winner: number;
  readonly reason: string;
  readonly turns: number;
  readonly faults: readonly string[];
}
