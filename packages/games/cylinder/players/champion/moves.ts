import { type Direction, pathOf } from '../../player/api.ts';
import { DIRECTIONS } from '../../rules/directions.ts';

/**
 * Number of directions. Their codes are indices into `DIRECTIONS`, which has the order of Demo. The next code is
 * `SHOOT`.
 */
export const MOVES: number = DIRECTIONS.length;

export const ROW_STEP: readonly number[] = DIRECTIONS.map((each) => each.row);
export const COLUMN_STEP: readonly number[] = DIRECTIONS.map((each) => each.column);

/** By code of a move: the cells that the move enters, in order. */
export const PATHS: readonly (readonly Direction[])[] = DIRECTIONS.map(pathOf);

/** `PATHS` as differences of cell numbers on a grid with rows of `width` cells. */
export function pathOffsets(width: number): Int32Array[] {
  return PATHS.map((path) => Int32Array.from(path, ({ row, column }) => row * width + column));
}

/** The code of a move by (row, column), or −1. */
export function moveCode(row: number, column: number): number {
  for (let code = 0; code < MOVES; code++) if (ROW_STEP[code] === row && COLUMN_STEP[code] === column) return code;
  return -1;
}
