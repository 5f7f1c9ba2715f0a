import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { DEFAULTS, makeBoard, type Start, type TrailsBoard } from './board.ts';
import { DIRECTIONS, type Direction, neighbourTable, turned } from './directions.ts';
import { drawSymmetry, type Symmetry, symmetriesOf } from './symmetry.ts';

/** Number of candidate start places; the place farthest from its images is chosen. */
const CANDIDATES = 12;

/**
 * The generated board for a seed and a number of players (docs/trails.md §7). A symmetry maps each player's place to
 * the next player's place, and walls are drawn together with their images, so all seats have equal chances.
 */
export function generateBoard(seed: number, players = 2): TrailsBoard {
  const random = generatorOf(seed);
  const symmetry = drawSymmetry(players, random);
  const { rows, columns } = symmetry;
  const drawn = drawWallsAndStarts(symmetry, random);
  const trailsStay = players === 2 || random.range(0, 3) > 0;
  return makeBoard({ ...DEFAULTS, trailsStay, rows, columns, ...drawn });
}

/**
 * Another board with the same size, settings, and players.
 * @throws RangeError if a board of that size has no symmetry that maps each player's place to the next player's place
 */
export function generateLike(board: TrailsBoard, seed: number): TrailsBoard {
  const { bonus, columns, rounds, rows, starts, trailsStay } = board;
  const random = generatorOf(seed);
  const known = symmetriesOf(rows, columns, starts.length);
  if (known.length === 0)
    throw new RangeError(
      `no fair board with ${rows} rows and ${columns} columns was found for ${starts.length} players`,
    );
  const drawn = drawWallsAndStarts(known[random.range(0, known.length - 1)], random);
  return makeBoard({ rounds, bonus, trailsStay, rows, columns, ...drawn });
}

function generatorOf(seed: number): Lehmer {
  const random = new Lehmer(seed);
  // Skips the first numbers, because they are similar for similar seeds. A negative seed skips one more number, because
  // its absolute value starts the same generator.
  for (let skipped = seed < 0 ? 9 : 8; skipped > 0; skipped--) random.next();
  return random;
}

function drawWallsAndStarts(symmetry: Symmetry, random: Lehmer): { walls: Uint8Array; starts: Start[] } {
  const neighbours = neighbourTable(symmetry.rows, symmetry.columns);
  const walls = drawWalls(symmetry, neighbours, random);
  return { walls, starts: drawStarts(symmetry, walls, neighbours, random) };
}

/** Up to eight straight walls, each with its images. A wall that would disconnect the free cells is omitted. */
function drawWalls(symmetry: Symmetry, neighbours: Int32Array, random: Lehmer): Uint8Array {
  let walls = new Uint8Array(symmetry.rows * symmetry.columns);
  for (let left = random.range(0, 8); left > 0; left--) {
    const drawn = walls.slice();
    let cell = random.range(0, walls.length - 1);
    const direction = DIRECTIONS[random.range(0, 3)];
    for (let length = random.range(1, 6); length > 0; length--) {
      for (const image of symmetry.orbit(cell)) drawn[image] = 1;
      cell = neighbours[4 * cell + direction];
    }
    if (isOnePiece(drawn, neighbours)) walls = drawn;
  }
  return walls;
}

/** Whether all free cells are connected, and at least half of all cells are free. */
function isOnePiece(walls: Uint8Array, neighbours: Int32Array): boolean {
  const seen = walls.slice();
  const queue = [walls.indexOf(0)];
  if (queue[0] < 0) return false;
  seen[queue[0]] = 1;
  for (const cell of queue)
    for (const d of DIRECTIONS) {
      const next = neighbours[4 * cell + d];
      if (seen[next] === 1) continue;
      seen[next] = 1;
      queue.push(next);
    }
  return queue.length * 2 >= walls.length && !seen.includes(0);
}

/** Draws a free cell and its images, which are far apart. Each of these starts faces the longest free path. */
function drawStarts(symmetry: Symmetry, walls: Uint8Array, neighbours: Int32Array, random: Lehmer): Start[] {
  let best: { cells: readonly number[]; apart: number } | undefined;
  // A turn leaves at most one cell in place, and a shift leaves none, so this loop finds a start.
  for (let tried = 0; tried < CANDIDATES || best === undefined; tried++) {
    const cell = random.range(0, walls.length - 1);
    const cells = symmetry.orbit(cell);
    if (walls[cell] === 1 || new Set(cells).size < cells.length) continue;
    const apart = Math.min(...cells.slice(1).map((image) => symmetry.distance(cell, image)));
    if (best === undefined || apart > best.apart) best = { cells, apart };
  }
  const heading = longestWay(best.cells[0], walls, neighbours, random);
  return best.cells.map((cell, seat) => ({ cell, heading: turned(heading, seat * symmetry.quarters) }));
}

function longestWay(from: number, walls: Uint8Array, neighbours: Int32Array, random: Lehmer): Direction {
  const first = random.range(0, 3);
  const ways = DIRECTIONS.map((d) => {
    const heading = turned(d, first);
    let length = 0;
    for (let cell = neighbours[4 * from + heading]; cell !== from && walls[cell] === 0; length++)
      cell = neighbours[4 * cell + heading];
    return { heading, length };
  });
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest)).heading;
}
