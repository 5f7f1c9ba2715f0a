import type { CylinderSettings } from './dialect.ts';
import { DIRECTIONS } from './directions.ts';
import { BASE, COLUMNS, MARGIN } from './layout.ts';

// The window is the part of the universe in which units may be. It moves one column to the right in every round
// (docs/cylinder.md §4.3). `turn.ts` and `turn-many-units.ts` move it in place.

/** The first column of the window in this round. */
export const windowStart = (round: number, universeColumns: number): number => round % universeColumns;

/** The first column of the window in the next round, when moves are executed. `words`: see layout.ts. */
export const nextWindowStart = (words: Int32Array): number => (words[BASE] + 1) % words[COLUMNS];

/** Whether a column, which may be left or right of the universe, is in the window of this round. */
export function isColumnInWindow(settings: CylinderSettings, column: number, round: number): boolean {
  const { universeColumns, windowColumns } = settings;
  const ahead = (column - round) % universeColumns;
  return (ahead < 0 ? ahead + universeColumns : ahead) < windowColumns;
}

/**
 * The moves that stay in both the universe and the window. Each column and each row (including the margin) has one bit
 * per move code. Columns are counted from the window's first column, starting at −columns. A unit can make the moves
 * that both its column and its row allow.
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
