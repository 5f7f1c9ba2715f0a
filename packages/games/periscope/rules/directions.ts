/**
 * The four directions, clockwise from the top of the board (docs/periscope.md §1). A direction is its index in this
 * list.
 */
export const DIRECTION_NAMES = ['up', 'right', 'down', 'left'] as const;
export type Direction = 0 | 1 | 2 | 3;

export const UP = 0;
export const RIGHT = 1;
export const DOWN = 2;
export const LEFT = 3;
export const DIRECTIONS = [UP, RIGHT, DOWN, LEFT] as const;

export const ROW_STEP = [-1, 0, 1, 0] as const;
export const COLUMN_STEP = [0, 1, 0, -1] as const;

/** The neighbour beyond the edge of the board. */
export const NOWHERE = -1;

export function isDirection(value: number): value is Direction {
  return value === UP || value === RIGHT || value === DOWN || value === LEFT;
}

/**
 * The neighbour of `cell` in direction `d` is entry 4 · cell + d; NOWHERE if that cell is an island or beyond the edge.
 */
export function neighbourTable(rows: number, columns: number, islands: Uint8Array): Int32Array {
  const table = new Int32Array(4 * rows * columns);
  for (let cell = 0; cell < rows * columns; cell++) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    for (const d of DIRECTIONS) {
      const [nextRow, nextColumn] = [row + ROW_STEP[d], column + COLUMN_STEP[d]];
      const isInside = nextRow >= 0 && nextColumn >= 0 && nextRow < rows && nextColumn < columns;
      const next = nextRow * columns + nextColumn;
      table[4 * cell + d] = isInside && islands[next] === 0 ? next : NOWHERE;
    }
  }
  return table;
}
