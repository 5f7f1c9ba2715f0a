import type { CylinderSettings } from './dialect.ts';
import { DIRECTIONS, SHOOT } from './directions.ts';
import * as layout from './layout.ts';

// Copied for speed: see layout.ts.
const { COLUMNS, MARGIN, PLACE, SHIFT, STOCK } = layout;

/** The bit of a shot in a mask of instructions. */
const SHOT = 1 << SHOOT;

/**
 * The moves that leave neither the universe nor the window. There is one bit per code of a move for each column and
 * each row (with the margin). Columns are counted from the window's first column, starting at −columns. A unit can make
 * the moves that both its column and its row allow.
 */
export function movesInWindow(settings: CylinderSettings): Int32Array {
  const { rows, universeColumns: columns, windowColumns } = settings;
  const moves = new Int32Array(2 * columns + rows + 2 * MARGIN);
  for (const [code, { row: down, column: right }] of DIRECTIONS.entries()) {
    for (let column = 0; column < 2 * columns; column++)
      if ((column + right) % columns < windowColumns) moves[column] |= 1 << code;
    for (let row = 0; row < rows; row++)
      if (row + down >= 0 && row + down < rows) moves[2 * columns + MARGIN + row] |= 1 << code;
  }
  return moves;
}

/**
 * The instructions that the unit of this record can execute if the window's first column is `base` (docs/cylinder.md
 * §4.3): one bit per instruction's code. `moves` is the result of `movesInWindow`. Engines inline this into the calling
 * loops.
 */
export function possible(words: Int32Array, moves: Int32Array, record: number, base: number): number {
  const columns = words[COLUMNS];
  const shift = words[SHIFT];
  const place = words[record + PLACE];
  const column = ((place & ((1 << shift) - 1)) - base + columns) | 0;
  const inside = moves[column] & moves[((columns << 1) + (place >> shift)) | 0];
  return inside | (((0 - words[record + STOCK]) >> 31) & SHOT);
}
