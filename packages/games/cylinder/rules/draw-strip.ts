import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { EMPTY, OBSTACLE } from './position-view.ts';

/** Number of free columns ahead of the units, so that no unit starts in front of a wall. */
export const EMPTY_COLUMNS = 4;

export interface StripShape {
  readonly rows: number;
  readonly columns: number;
  /** Number of columns in which units start. */
  readonly startColumns: number;
  /** Number of prizes of each kind, missiles first. If space runs out, fewer prizes are placed. */
  readonly prizes: readonly number[];
}

/** The part of a band in which obstacles may be built: everything except the path. */
interface Ground {
  readonly rows: number;
  readonly columns: number;
  /** The first column for obstacles and prizes. */
  readonly from: number;
  build(row: number, column: number): void;
}

/** Kinds of landscapes. */
const KINDS: readonly ((ground: Ground, random: Lehmer) => void)[] = [open, scattered, blocks, walls, bars];

/**
 * Draws the contents of a band, row by row: obstacles of one kind, and prizes. A path without obstacles leads all the
 * way around the universe, and every free cell is reachable from it.
 */
export function drawStrip(shape: StripShape, random: Lehmer): Uint8Array {
  const { rows, columns, startColumns } = shape;
  const cells = new Uint8Array(rows * columns).fill(EMPTY);
  const way = drawWay(shape, random);
  const from = startColumns + EMPTY_COLUMNS;
  const build = (row: number, column: number) => {
    const at = row * columns + column;
    if (row < 0 || row >= rows || column < from || column >= columns || way[at] === 1) return;
    cells[at] = OBSTACLE;
  };
  KINDS[random.range(0, KINDS.length - 1)]({ rows, columns, from, build }, random);
  fillPockets(cells, shape);
  drawPrizes(cells, shape, from, random);
  return cells;
}

/**
 * Draws the cells that stay free. They lead from column to column, sometimes a row up or down, and at the end back to
 * the start.
 */
function drawWay({ rows, columns }: StripShape, random: Lehmer): Uint8Array {
  const way = new Uint8Array(rows * columns);
  const first = random.range(0, rows - 1);
  let row = first;
  for (let column = 0; column < columns; column++) {
    way[row * columns + column] = 1;
    const isLast = column === columns - 1;
    const turn = random.range(0, 7);
    const to = isLast ? first : Math.min(rows - 1, Math.max(0, row + (turn === 0 ? -1 : turn === 1 ? 1 : 0)));
    while (row !== to) {
      row += Math.sign(to - row);
      way[row * columns + column] = 1;
    }
  }
  return way;
}

function open(): void {}

function scattered({ rows, columns, from, build }: Ground, random: Lehmer): void {
  const percent = random.range(2, 10);
  for (let left = Math.ceil(((columns - from) * rows * percent) / 100); left > 0; left--)
    build(random.range(0, rows - 1), random.range(from, columns - 1));
}

/** Shapes of obstacles: crosses, squares, and hooks. */
const SHAPES = [
  [
    [0, 0],
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [0, 1],
    [0, 2],
  ],
  [
    [0, 1],
    [1, 0],
    [1, 2],
  ],
] as const;

function blocks({ rows, columns, from, build }: Ground, random: Lehmer): void {
  for (let left = random.range(4, 14); left > 0; left--) {
    const [row, column] = [random.range(0, rows - 1), random.range(from, columns - 1)];
    for (const [down, right] of SHAPES[random.range(0, SHAPES.length - 1)]) build(row + down, column + right);
  }
}

/** Walls from one row to another, with gates where the path crosses them. */
function walls({ rows, columns, from, build }: Ground, random: Lehmer): void {
  for (let column = from + random.range(0, 4); column < columns; column += random.range(4, 10)) {
    const [one, other] = [random.range(0, rows - 1), random.range(0, rows - 1)];
    for (let row = Math.min(one, other); row <= Math.max(one, other); row++) build(row, column);
  }
}

/** Walls along the path. */
function bars({ rows, columns, from, build }: Ground, random: Lehmer): void {
  for (let column = from; column < columns; column += random.range(2, 6)) {
    const row = random.range(0, rows - 1);
    for (let length = random.range(3, 10); length > 0; length--) build(row, column++);
  }
}

/** Fills cells that are unreachable from the first column with obstacles. */
function fillPockets(cells: Uint8Array, { rows, columns }: StripShape): void {
  const seen = new Uint8Array(cells.length);
  const queue = new Int32Array(cells.length);
  seen[0] = 1;
  let end = 1;
  const visit = (cell: number) => {
    if (seen[cell] === 1 || cells[cell] === OBSTACLE) return;
    seen[cell] = 1;
    queue[end++] = cell;
  };
  for (let next = 0; next < end; next++) {
    const cell = queue[next];
    const column = cell % columns;
    if (cell >= columns) visit(cell - columns);
    if (cell < (rows - 1) * columns) visit(cell + columns);
    visit(column === 0 ? cell + columns - 1 : cell - 1);
    visit(column === columns - 1 ? cell - columns + 1 : cell + 1);
  }
  for (let cell = 0; cell < cells.length; cell++) if (seen[cell] === 0) cells[cell] = OBSTACLE;
}

/** Number of attempts to find a free cell for a prize before the prize is omitted. */
const TRIES = 30;

/** Places prizes alone or next to the previous prize. */
function drawPrizes(cells: Uint8Array, { rows, columns, prizes }: StripShape, from: number, random: Lehmer): void {
  const together = random.range(0, 3);
  let [row, column] = [0, from];
  for (const [kind, count] of prizes.entries())
    for (let left = count; left > 0; left--) {
      for (let tried = 0; tried < TRIES; tried++) {
        if (tried === 0 && random.range(0, 3) < together) {
          row += random.range(-1, 1);
          column += random.range(0, 2);
        } else [row, column] = [random.range(0, rows - 1), random.range(from, columns - 1)];
        if (row < 0 || row >= rows || column >= columns || cells[row * columns + column] !== EMPTY) continue;
        cells[row * columns + column] = kind + 1;
        break;
      }
    }
}
