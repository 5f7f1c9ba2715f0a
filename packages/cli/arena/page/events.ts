/** What the arena tells its page, one event after the other. Whoever comes late gets all of them from the first. */
export type PageEvent = PageMap | PagePlayers | PageTurn | PageResult;

/** Always the first: the page forgets what it knew. Cells are counted row by row from the top left. */
export interface PageMap {
  readonly kind: 'map';
  readonly rows: number;
  readonly columns: number;
  /** One character a cell: `.` passable, `#` not. */
  readonly passable: string;
  readonly neutrals: readonly number[];
  /** The cells of player 0's and player 1's base. */
  readonly bases: readonly [number, number];
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
  /** Null: nobody has connected yet. */
  readonly names: readonly (string | null)[];
  readonly canStart: boolean;
}

export interface PageTurn {
  readonly kind: 'turn';
  /** Turns played; 0 when the game begins. */
  readonly turn: number;
  /** Cell, blue, red, neutral of every cell that changed, one after the other. */
  readonly changes: readonly number[];
  readonly totals: readonly [number, number];
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
