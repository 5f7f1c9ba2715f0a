/** The information that a TypeScript player gets in its turn. */
export interface Dusk {
  readonly me: number;
  readonly round: number;
  readonly length: number;
  /** By seat: the cell, or −1 if it isn't visible. */
  readonly cells: readonly number[];
  /** The player's die. */
  readonly die: number;
}

/** A player is a function that returns a word. */
export type DuskPlayer = (dusk: Dusk) => 'left' | 'stay' | 'right';
