/** Directions of a submove (docs/angry-mob.md §2.1): 0 right, 1 up, 2 left, 3 down. */
export const ROW_STEP = [0, -1, 0, 1] as const;
export const COLUMN_STEP = [1, 0, -1, 0] as const;

/** Maximum number of rows, and of columns, of a map (docs/angry-mob.md §1.3). */
export const MAX_SIDE = 1000;
/** Maximum number of neutral units on a map. With the two initial units, every count then stays below 2³¹. */
export const MAX_NEUTRALS = 2 ** 31 - 3;

/**
 * A map at the start of the game. The map never changes. The cell (i, j) has the index i · columns + j. Its row i and
 * its column j are counted from 0 at the top left. A map created by `readMap` or `generateMap` satisfies
 * docs/angry-mob.md §1.2.
 */
export interface MobMap {
  readonly rows: number;
  readonly columns: number;
  /** One byte per cell: 1 passable, 0 impassable. */
  readonly passable: Uint8Array;
  /** Neutral units, one number per cell. */
  readonly neutrals: Int32Array;
  /** The cells of the two bases, player 0's first. */
  readonly bases: readonly [number, number];
}

/** Returns how a map violates docs/angry-mob.md §1.2, as a message; undefined if it doesn't. */
export function mapFlaw(map: MobMap): string | undefined {
  const { rows, columns, passable, neutrals, bases } = map;
  const last = rows * columns - 1;
  const name = (cell: number) => cellName(map, cell);
  for (const seat of [0, 1]) if (!(bases[seat] >= 0)) return `the map has no base ${'AB'[seat]}`;
  if (bases[0] === bases[1] || bases[0] + bases[1] !== last)
    return `the bases ${name(bases[0])} and ${name(bases[1])} are not symmetrical about the centre`;
  for (let cell = 0; cell <= last; cell++) {
    if (passable[cell] !== passable[last - cell] || neutrals[cell] !== neutrals[last - cell])
      return `the cells ${name(cell)} and ${name(last - cell)} are not symmetrical about the centre`;
    if (neutrals[cell] > 0 && passable[cell] === 0) return `the impassable cell ${name(cell)} has neutral units`;
  }
  for (const base of bases) {
    if (passable[base] === 0) return `the base ${name(base)} is impassable`;
    if (neutrals[base] > 0) return `the base ${name(base)} has neutral units`;
  }
  if (distancesFrom(map, bases[0])[bases[1]] < 0) return 'there is no path between the bases';
  return undefined;
}

/** Number of steps from `start` to every cell over passable cells, with one number per cell; −1 if unreachable. */
export function distancesFrom(map: MobMap, start: number): Int32Array {
  const { rows, columns, passable } = map;
  const distances = new Int32Array(rows * columns).fill(-1);
  const queue = new Int32Array(rows * columns);
  let end = 0;
  distances[start] = 0;
  queue[end++] = start;
  for (let at = 0; at < end; at++) {
    const cell = queue[at];
    for (let d = 0; d < 4; d++) {
      const target = neighbour(map, cell, d);
      if (target < 0 || passable[target] === 0 || distances[target] >= 0) continue;
      distances[target] = distances[cell] + 1;
      queue[end++] = target;
    }
  }
  return distances;
}

/** The cell next to `cell` in direction d (0 to 3), passable or not; −1 outside the map. */
export function neighbour(map: MobMap, cell: number, d: number): number {
  const { rows, columns } = map;
  const column = (cell % columns) + COLUMN_STEP[d];
  if (column < 0 || column >= columns) return -1;
  const target = cell + ROW_STEP[d] * columns + COLUMN_STEP[d];
  return target < 0 || target >= rows * columns ? -1 : target;
}

/** `(2, 7)` */
export function cellName(map: MobMap, cell: number): string {
  return `(${Math.floor(cell / map.columns)}, ${cell % map.columns})`;
}
