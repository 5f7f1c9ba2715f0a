/**
 * The nine directions (docs/cylinder.md §5.1), in the order in which Demo tries them. An instruction's code is an index
 * into this list, or `SHOOT`.
 */
export const DIRECTIONS = [
  { name: 'UP', row: -1, column: 1 },
  { name: 'DEFAULT', row: 0, column: 1 },
  { name: 'DOWN', row: 1, column: 1 },
  { name: 'SLOW_UP', row: -1, column: 0 },
  { name: 'SLOW', row: 0, column: 0 },
  { name: 'SLOW_DOWN', row: 1, column: 0 },
  { name: 'FAST_UP', row: -1, column: 2 },
  { name: 'FAST', row: 0, column: 2 },
  { name: 'FAST_DOWN', row: 1, column: 2 },
] as const;
export type DirectionName = (typeof DIRECTIONS)[number]['name'];

/** The code of the default direction. */
export const DEFAULT = 1;
/** The code of a shot. */
export const SHOOT = 9;

/** The code of (Δrow, Δcolumn), or −1 for an invalid direction (including NaN and fractions). */
export function directionCode(row: number, column: number): number {
  return DIRECTIONS.findIndex((d) => d.row === row && d.column === column);
}

/** The cells that a move enters, relative to its start (docs/cylinder.md §5.2), by the code of its direction. */
export const PATHS: readonly (readonly (readonly [row: number, column: number])[])[] = DIRECTIONS.map(
  ({ row, column }) => {
    const path: [number, number][] = [];
    for (let right = 0; right <= column; right++) {
      if (right > 0) path.push([0, right]);
      if (row !== 0) path.push([row, right]);
    }
    return path;
  },
);
