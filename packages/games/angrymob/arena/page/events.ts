/** The arena's messages to its page. A page that is opened late receives all relevant ones from the first. */
export type PageEvent = PageSetup | PagePlayers | PageText | PageResult;

/** Always the first message: the page resets its state. */
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
  /** Null: no player has connected yet. */
  readonly names: readonly (string | null)[];
  readonly canStart: boolean;
  /** The header of a replay with these names: it shows the map before the game begins. */
  readonly head: string;
}

/** More of the game's replay; the first piece means that the game has begun. */
export interface PageText {
  readonly kind: 'text';
  readonly text: string;
  /** The time of each player's last answer. */
  readonly tookMs: readonly [number, number];
}

export interface PageResult {
  readonly kind: 'result';
  /** 0, 1, or −1 for a draw. */
  readonly winner: number;
  readonly reason: string;
  readonly turns: number;
  readonly faults: readonly string[];
}
