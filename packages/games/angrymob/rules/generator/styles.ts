import { Canvas } from './canvas.ts';
import type { MapRandom } from './random.ts';

/** Styles of wall layouts; docs/angry-mob.md §7.2 describes each. Golden maps depend on the order. */
export const STYLES = ['field', 'scatter', 'caves', 'rooms', 'maze', 'bands', 'islands', 'rings', 'city'] as const;
export type Style = (typeof STYLES)[number];

/** Draws the walls of one style on a map of about `rows` × `columns`. The result may be disconnected. */
export function drawWalls(style: Style, rows: number, columns: number, random: MapRandom): Canvas {
  switch (style) {
    case 'field':
      return field(rows, columns, random);
    case 'scatter':
      return scatter(rows, columns, random);
    case 'caves':
      return caves(rows, columns, random);
    case 'rooms':
      return rooms(rows, columns, random);
    case 'maze':
      return maze(rows, columns, random);
    case 'bands':
      return bands(rows, columns, random);
    case 'islands':
      return islands(rows, columns, random);
    case 'rings':
      return rings(rows, columns, random);
    case 'city':
      return city(rows, columns, random);
  }
}

/** Open ground with a few rocks. */
function field(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 1);
  const rocks = random.range(0, Math.ceil(canvas.cells / 150));
  for (let n = 0; n < rocks; n++) blob(canvas, anyCell(canvas, random), random.range(2, 7), 0, random);
  return canvas;
}

/** Single walls and short bars all over the map. */
function scatter(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 1);
  const walls = Math.floor((canvas.cells * random.range(7, 15)) / 100);
  for (let drawn = 0; drawn < walls; ) {
    const cell = anyCell(canvas, random);
    const length = random.chance(50) ? 1 : random.range(2, 5);
    const [height, width] = random.chance(50) ? [length, 1] : [1, length];
    canvas.fill(Math.floor(cell / columns), cell % columns, height, width, 0);
    drawn += length;
  }
  return canvas;
}

/**
 * A cellular automaton: each cell becomes a wall if most of the 3 × 3 cells around it are walls, and otherwise
 * passable.
 */
function caves(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 1);
  const percent = random.range(40, 46);
  for (let cell = 0; cell * 2 <= canvas.cells; cell++) {
    if (random.chance(percent)) canvas.set(Math.floor(cell / columns), cell % columns, 0);
  }
  for (let step = 0; step < 4; step++) {
    const before = canvas.passable.slice();
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let walls = 0;
        for (let row = i - 1; row <= i + 1; row++) {
          for (let column = j - 1; column <= j + 1; column++) {
            const outside = row < 0 || column < 0 || row >= rows || column >= columns;
            if (outside || before[row * columns + column] === 0) walls++;
          }
        }
        canvas.passable[i * columns + j] = walls >= 5 ? 0 : 1;
      }
    }
  }
  return canvas;
}

/** Rectangular rooms that don't touch. Each is connected to an earlier room. */
function rooms(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 0);
  const tries = Math.ceil(canvas.cells / random.range(12, 24));
  const centres: number[] = [];
  for (let n = 0; n < tries; n++) {
    const [height, width] = [random.range(2, Math.min(7, rows - 3)), random.range(3, Math.min(10, columns - 3))];
    const [i, j] = [random.range(0, rows - height), random.range(0, columns - width)];
    if (centres.length > 0 && !isSolid(canvas, i - 1, j - 1, height + 2, width + 2)) continue;
    canvas.fill(i, j, height, width, 1);
    centres.push((i + random.range(0, height - 1)) * columns + j + random.range(0, width - 1));
  }
  for (let n = 1; n < centres.length; n++) {
    const before = centres
      .slice(0, n)
      .sort((x, y) => apart(canvas, centres[n], x) - apart(canvas, centres[n], y) || x - y);
    canvas.way(centres[n], before[0]);
    if (random.chance(25)) canvas.way(centres[n], random.pick(before.slice(0, 4)));
  }
  return canvas;
}

/** Whether the part of a rectangle inside the map consists only of walls. */
function isSolid(canvas: Canvas, i: number, j: number, height: number, width: number): boolean {
  for (let row = Math.max(i, 0); row < Math.min(i + height, canvas.rows); row++) {
    for (let column = Math.max(j, 0); column < Math.min(j + width, canvas.columns); column++) {
      if (canvas.passable[row * canvas.columns + column] === 1) return false;
    }
  }
  return true;
}

/** Corridors, one or two cells wide, without a wall around the map. Some walls get openings, which create loops. */
function maze(rows: number, columns: number, random: MapRandom): Canvas {
  const width = random.chance(60) ? 1 : 2;
  const [high, wide] = [Math.floor((rows + 1) / (width + 1)), Math.floor((columns + 1) / (width + 1))];
  const canvas = new Canvas(high * (width + 1) - 1, wide * (width + 1) - 1, 0);
  const nodes = high * wide;
  for (let n = 0; n < nodes; n++) {
    canvas.fill(Math.floor(n / wide) * (width + 1), (n % wide) * (width + 1), width, width, 1);
  }
  const parent = Array.from({ length: nodes }, (_, n) => n);
  const root = (n: number): number => {
    let at = n;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const doors: number[] = [];
  for (let n = 0; n < nodes; n++) {
    if (n % wide < wide - 1) doors.push(n * 2);
    if (n + wide < nodes) doors.push(n * 2 + 1);
  }
  const broken = random.range(4, 14);
  for (const door of random.shuffle(doors)) {
    const node = door >> 1;
    const down = (door & 1) === 1;
    const next = node + (down ? wide : 1);
    if (root(node) === root(next) && !random.chance(broken)) continue;
    const [i, j] = [Math.floor(node / wide) * (width + 1), (node % wide) * (width + 1)];
    canvas.fill(down ? i + width : i, down ? j : j + width, down ? 1 : width, down ? width : 1, 1);
    parent[root(node)] = root(next);
    parent[root(nodes - 1 - node)] = root(nodes - 1 - next);
  }
  return canvas;
}

/** Slanting walls with gaps. */
function bands(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 1);
  const [a, b] = random.pick([
    [1, 1],
    [1, -1],
    [1, 2],
    [2, -1],
    [2, 1],
    [1, -2],
  ] as const);
  const steep = Math.abs(a) + Math.abs(b);
  const thick = random.range(1, 2) * steep;
  const period = thick + random.range(3, 6) * steep;
  const phase = random.range(0, period);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      // Twice the distance from the centre, so that it is an integer even if the sides are even.
      const distance = Math.abs(a * (2 * i - rows + 1) + b * (2 * j - columns + 1));
      if ((distance + phase) % (2 * period) < 2 * thick) canvas.passable[i * columns + j] = 0;
    }
  }
  const gaps = Math.ceil(canvas.cells / random.range(90, 180));
  for (let n = 0; n < gaps; n++) {
    const cell = anyCell(canvas, random);
    const size = random.range(2, 4);
    canvas.fill(Math.floor(cell / columns), cell % columns, size, size, 1);
  }
  return canvas;
}

/** Round patches of ground; `connect` builds most of the bridges, and a few more are added here. */
function islands(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 0);
  const wanted = Math.max(2, Math.floor(canvas.cells / random.range(110, 180)));
  const centres: number[] = [];
  for (let n = 0; n < wanted; n++) {
    const centre = anyCell(canvas, random);
    blob(canvas, centre, random.range(20, 50), 1, random);
    centres.push(centre, canvas.mirror(centre));
  }
  const bridges = Math.ceil(wanted / 2);
  for (let n = 0; n < bridges; n++) {
    const from = random.pick(centres);
    const near = centres
      .filter((centre) => centre !== from)
      .sort((x, y) => apart(canvas, from, x) - apart(canvas, from, y) || x - y);
    if (near.length > 1) canvas.way(from, random.pick(near.slice(0, 3)));
  }
  return canvas;
}

/** Nested walls around the centre, with gates. */
function rings(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 1);
  const kind = random.range(0, 2);
  const period = random.range(4, 7);
  const phase = random.range(0, period - 1);
  const walls: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const [y, x] = [Math.abs(2 * i - rows + 1), Math.abs(2 * j - columns + 1)];
      const [more, less] = [Math.max(x, y), Math.min(x, y)];
      const distance = kind === 0 ? Math.min(rows - 1 - y, columns - 1 - x) : kind === 1 ? x + y : more + (less >> 1);
      if (((distance >> 1) + phase) % period !== 0) continue;
      canvas.passable[i * columns + j] = 0;
      walls.push(i * columns + j);
    }
  }
  const gates = Math.ceil(walls.length / random.range(24, 50));
  for (let n = 0; n < gates && walls.length > 0; n++) {
    const cell = random.pick(walls);
    canvas.fill(Math.floor(cell / columns), cell % columns, 2, 2, 1);
  }
  return canvas;
}

/** Blocks of houses along streets; some blocks are squares. */
function city(rows: number, columns: number, random: MapRandom): Canvas {
  const canvas = new Canvas(rows, columns, 1);
  const [blockHigh, blockWide] = [random.range(2, 5), random.range(2, 6)];
  const street = random.range(1, 3);
  const [high, wide] = [blockHigh + street, blockWide + street];
  const [top, left] = [random.range(0, high - 1), random.range(0, wide - 1)];
  for (let i = top - high; i * 2 < rows; i += high) {
    for (let j = left - wide; j < columns; j += wide) {
      if (random.chance(15)) continue;
      const cut = random.chance(25) ? 1 : 0;
      for (let row = i; row < Math.min(i + blockHigh, rows >> 1); row++) {
        for (let column = j + cut; column < j + blockWide; column++) canvas.set(row, column, 0);
      }
    }
  }
  return canvas;
}

function anyCell(canvas: Canvas, random: MapRandom): number {
  return random.range(0, canvas.cells - 1);
}

function apart(canvas: Canvas, x: number, y: number): number {
  const { columns } = canvas;
  return Math.abs(Math.floor(x / columns) - Math.floor(y / columns)) + Math.abs((x % columns) - (y % columns));
}

/**
 * Grows a patch of about `size` cells around a cell: each new cell is next to an earlier cell, preferably one of the
 * earliest.
 */
function blob(canvas: Canvas, centre: number, size: number, passable: 0 | 1, random: MapRandom): void {
  const { columns } = canvas;
  const patch = [[Math.floor(centre / columns), centre % columns]];
  const has = new Set([centre]);
  canvas.set(patch[0][0], patch[0][1], passable);
  for (let tries = size * 6; tries > 0 && patch.length < size; tries--) {
    const [i, j] = patch[random.range(0, random.range(0, patch.length - 1))];
    const step = random.range(0, 3);
    const next = [i + [0, -1, 0, 1][step], j + [1, 0, -1, 0][step]];
    const cell = next[0] * columns + next[1];
    if (next[1] < 0 || next[1] >= columns || next[0] < 0 || next[0] >= canvas.rows || has.has(cell)) continue;
    has.add(cell);
    patch.push(next);
    canvas.set(next[0], next[1], passable);
  }
}
