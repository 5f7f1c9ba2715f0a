import { DIRECTIONS } from '@ludus/rules/cylinder/directions.ts';

/** Number of directions; codes are those of `DIRECTIONS`, in Demo's order, and `SHOOT` behind them. */
export const MOVES: number = DIRECTIONS.length;

export const ROW_STEP: readonly number[] = DIRECTIONS.map((each) => each.row);
export const COLUMN_STEP: readonly number[] = DIRECTIONS.map((each) => each.column);

/** The cells that a move enters, in order, by code (statement, section 1.2, and the spec's table of paths). */
export const PATHS: readonly (readonly { readonly row: number; readonly column: number }[])[] = DIRECTIONS.map(
  ({ row, column }) => {
    const path: { row: number; column: number }[] = [];
    if (column >= 1) path.push({ row: 0, column: 1 });
    if (row !== 0) path.push({ row, column: 0 });
    if (row !== 0 && column >= 1) path.push({ row, column: 1 });
    if (column === 2) path.push({ row: 0, column: 2 });
    if (row !== 0 && column === 2) path.push({ row, column: 2 });
    return path;
  },
);

/** `PATHS` as differences of cell numbers on a grid whose rows are `width` cells wide. */
export function pathOffsets(width: number): Int32Array[] {
  return PATHS.map((path) => Int32Array.from(path, ({ row, column }) => row * width + column));
}

/** The code of a move by (row, column), or −1. */
export function moveCode(row: number, column: number): number {
  for (let code = 0; code < MOVES; code++) if (ROW_STEP[code] === row && COLUMN_STEP[code] === column) return code;
  return -1;
}
