import { searchWindow, WINDOW_DANGER, WINDOW_DISTANCES, WINDOW_REACHABLE } from './window-search.ts';

/** A board of cells, each with four neighbours. A cell's number is row · columns + column. */
export interface Grid {
  /** By cell: 0 if the cell can be entered, any other value if not. */
  readonly cells: Uint8Array;
  readonly columns: number;
  /** Whether the first and the last column are neighbours. The next field says the same about rows. */
  readonly wrapsColumns: boolean;
  readonly wrapsRows: boolean;
}

/**
 * The state of a board with a moving window in one round. Each step of a search is a move that takes one round
 * (`searchWindow`).
 */
export interface WindowGrid {
  /** By cell: 0 if the cell can be entered, any other value if not. */
  readonly cells: Uint8Array;
  readonly columns: number;
  readonly window: number;
  readonly round: number;
}

/**
 * Searches implemented in an engine's native code (packages/runtime/grid). They write their results to `found`. The
 * results are the same as from the TypeScript functions in this file.
 */
export interface GridSearches {
  distances(cells: Uint8Array, columns: number, wraps: number, sources: Int32Array, found: Int32Array): void;
  /** Returns the number of cells found. */
  reachable(
    cells: Uint8Array,
    columns: number,
    wraps: number,
    sources: Int32Array,
    found: Int32Array,
    steps: number,
  ): number;
  danger(
    cells: Uint8Array,
    columns: number,
    wraps: number,
    sources: Int32Array,
    found: Int32Array,
    steps: number,
  ): void;
  window: typeof searchWindow;
}

/** The number that stands for no limit on steps. It is larger than any board. */
const ANY = 2 ** 31 - 2;
let searches: GridSearches = {
  window: searchWindow,
  distances(cells, columns, wraps, sources, found) {
    search(cells, columns, wraps, sources, ANY, found);
  },
  reachable(cells, columns, wraps, sources, found, steps) {
    const far = new Int32Array(cells.length);
    const queue = search(cells, columns, wraps, sources, steps, far);
    found.set(queue.sort((a, b) => far[a] - far[b] || a - b));
    return queue.length;
  },
  danger(cells, columns, wraps, sources, found, steps) {
    const far = new Int32Array(cells.length);
    for (const source of sources)
      for (const cell of search(cells, columns, wraps, Int32Array.of(source), steps, far)) found[cell]++;
  },
};

/** Makes all searches use an engine's native code from now on. */
export function searchWith(engine: GridSearches): void {
  searches = engine;
}

/** By cell: the number of steps from the nearest source, or −1 if it is unreachable. A source may be blocked. */
export function distances(grid: Grid, sources: readonly number[]): Int32Array {
  const found = new Int32Array(grid.cells.length);
  searches.distances(grid.cells, grid.columns, wrapsOf(grid), checked(grid.cells, sources), found);
  return found;
}

/**
 * The cells within this number of steps of a source, nearest first; cells at the same distance are in ascending order.
 */
export function reachable(grid: Grid, sources: readonly number[], steps?: number): Int32Array {
  const found = new Int32Array(grid.cells.length);
  const most = limited(steps ?? ANY);
  const count = searches.reachable(grid.cells, grid.columns, wrapsOf(grid), checked(grid.cells, sources), found, most);
  return found.subarray(0, count);
}

/** By cell: the number of sources within this number of steps. */
export function danger(grid: Grid, sources: readonly number[], steps: number): Int32Array {
  const found = new Int32Array(grid.cells.length);
  searches.danger(grid.cells, grid.columns, wrapsOf(grid), checked(grid.cells, sources), found, limited(steps));
  return found;
}

/**
 * Like `distances`, `reachable`, and `danger`, but these functions count rounds instead of steps. They search within
 * one turn of the window around the board.
 */
export function windowDistances(grid: WindowGrid, sources: readonly number[]): Int32Array {
  return overWindow(WINDOW_DISTANCES, grid, sources, ANY);
}
export function windowReachable(grid: WindowGrid, sources: readonly number[], steps?: number): Int32Array {
  return overWindow(WINDOW_REACHABLE, grid, sources, limited(steps ?? ANY));
}
export function windowDanger(grid: WindowGrid, sources: readonly number[], steps: number): Int32Array {
  return overWindow(WINDOW_DANGER, grid, sources, limited(steps));
}

function overWindow(kind: number, grid: WindowGrid, sources: readonly number[], steps: number): Int32Array {
  const { cells, columns, window, round } = grid;
  const found = new Int32Array(cells.length);
  const count = searches.window(kind, cells, columns, window, round, checked(cells, sources), found, steps);
  return found.subarray(0, count);
}

const wrapsOf = ({ wrapsColumns, wrapsRows }: Grid): number => (wrapsColumns ? 1 : 0) + (wrapsRows ? 2 : 0);

function checked(cells: Uint8Array, sources: readonly number[]): Int32Array {
  for (const cell of sources)
    if (!(Number.isInteger(cell) && cell >= 0 && cell < cells.length))
      throw new RangeError(`expected cell numbers from 0 to ${cells.length - 1}, found ${cell}`);
  return Int32Array.from(sources);
}

function limited(steps: number): number {
  if (!(steps >= 0) || (steps !== Number.POSITIVE_INFINITY && !Number.isInteger(steps)))
    throw new RangeError(`steps must be a whole number from 0, not ${steps}`);
  return Math.min(steps, ANY);
}

/** Writes to `far` the steps to each cell, or −1; returns the found cells, nearest first. */
function search(
  cells: Uint8Array,
  columns: number,
  wraps: number,
  sources: Int32Array,
  steps: number,
  far: Int32Array,
): Int32Array {
  const size = cells.length;
  // The change of the cell number in a step across the last row or column. If it is 0, the step stays in its cell,
  // which is already found.
  const down = wraps & 2 ? columns - size : 0;
  const right = wraps & 1 ? 1 - columns : 0;
  const queue = new Int32Array(size);
  let count = 0;
  far.fill(-1);
  for (const cell of sources) {
    if (far[cell] === 0) continue;
    far[cell] = 0;
    queue[count++] = cell;
  }
  for (let head = 0; head < count; head++) {
    const cell = queue[head];
    if (far[cell] === steps) break;
    const column = cell % columns;
    const above = cell >= columns ? cell - columns : cell - down;
    const after = column + 1 < columns ? cell + 1 : cell + right;
    const below = cell + columns < size ? cell + columns : cell + down;
    const before = column > 0 ? cell - 1 : cell - right;
    const next = far[cell] + 1;
    if (far[above] < 0 && cells[above] === 0) {
      far[above] = next;
      queue[count++] = above;
    }
    if (far[after] < 0 && cells[after] === 0) {
      far[after] = next;
      queue[count++] = after;
    }
    if (far[below] < 0 && cells[below] === 0) {
      far[below] = next;
      queue[count++] = below;
    }
    if (far[before] < 0 && cells[before] === 0) {
      far[before] = next;
      queue[count++] = before;
    }
  }
  return queue.subarray(0, count);
}
