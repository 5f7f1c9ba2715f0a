/** The knowledge of a TypeScript player on its turn. */
export interface Dusk {
  readonly me: number;
  readonly round: number;
  readonly length: number;
  /** By seat: the cell, −1 where that isn't seen. */
  readonly cells: readonly number[];
  /** My die. */
  readonly die: number;
}

/** A player is a function that chooses a word. */
export type DuskPlayer = (dusk: Dusk) => 'left' | 'stay' | 'right';
