/** The arena's messages to its page, one event after the other. Anyone who comes late gets all that matters from the first. */
export type PageEvent = PageSetup | PagePlayers | PageText | PageResult;

/** Always the first: the page forgets what it knew. */
export interface PageSetup {
  readonly kind: 'setup';
  readonly seed: string;
  readonly moveLimit: number;
  /** Pixels a cell. */
  readonly size: number;
  /** Milliseconds between two turns. */
  readonly delay: number;
  /** The port that players connect to. */
  readonly playersAt: number;
}

export interface PagePlayers {
  readonly kind: 'players';
  /** Null: no one has connected yet. */
  readonly names: readonly (string | null)[];
  readonly canStart: boolean;
  /** The head of a replay with these names: it shows the map before the game begins. */
  readonly head: string;
}

/** More of the game's replay; the first piece says that the game has begun. */
export interface PageText {
  readonly kind: 'text';
  readonly text: string;
  /** How long each player took for its last answer. */
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
