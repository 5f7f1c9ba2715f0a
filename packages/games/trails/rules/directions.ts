/** The four directions, clockwise from the top of the board (docs/trails.md §2). A direction is its index in this list. */
export const DIRECTION_NAMES = ['up', 'right', 'down', 'left'] as const;
export type Direction = 0 | 1 | 2 | 3;

export const UP = 0;
export const RIGHT = 1;
export const DOWN = 2;
export const LEFT = 3;
export const DIRECTIONS = [UP, RIGHT, DOWN, LEFT] as const;

/**
 * The value of a move without a direction: straight ahead. Every other number that isn’t a direction means the same.
 */
export const AHEAD = -1;

const ROW_STEP = [-1, 0, 1, 0] as const;
const COLUMN_STEP = [0, 1, 0, -1] as const;

export function isDirection(value: number): value is Direction {
  return value === UP || value === RIGHT || value === DOWN || value === LEFT;
}

/** The direction after this number of quarter turns to the right; `quarters` may be negative. */
export function turned(direction: Direction, quarters: number): Direction {
  return ((direction + quarters) & 3) as Direction;
}

/** A player that leaves the board at one side enters it again at the opposite side (§1). */
export function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}

/** The cell next to each cell in each direction: the neighbour of `cell` in direction `d` is entry 4 · cell + d. */
export function neighbourTable(rows: number, columns: number): Int32Array {
  const table = new Int32Array(4 * rows * columns);
  for (let cell = 0; cell < rows * columns; cell++) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    for (const d of DIRECTIONS)
      table[4 * cell + d] = wrap(row + ROW_STEP[d], rows) * columns + wrap(column + COLUMN_STEP[d], columns);
  }
  return table;
}
