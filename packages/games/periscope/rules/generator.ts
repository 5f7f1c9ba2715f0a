import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { DEFAULTS, makeBoard, type PeriscopeBoard } from './board.ts';
import { COLUMN_STEP, DIRECTIONS, NOWHERE, neighbourTable, ROW_STEP } from './directions.ts';

/** Number of columns of a harbour, at either end of the board. */
const HARBOUR_COLUMNS = 2;
/** Minimum distance between sites in cells, as long as there is space for it. */
const SITES_APART = 3;

/**
 * The generated board for a seed (docs/periscope.md §7). A rotation by half a turn maps each cell of `a` to a cell of
 * `b`, and islands and sites to other islands and sites. The seats therefore have equal chances.
 */
export function generateBoard(seed: number): PeriscopeBoard {
  const random = generatorOf(seed);
  const rows = random.range(9, 13);
  const columns = random.range(13, 17);
  const pairs = random.range(5, 7);
  return draw(random, { ...DEFAULTS, wrecks: pairs, rows, columns }, 2 * pairs);
}

/**
 * Another board with the same size, settings, and number of sites.
 * @throws RangeError if the board has an odd number of sites, or is too narrow for two harbours
 */
export function generateLike(board: PeriscopeBoard, seed: number): PeriscopeBoard {
  const { rounds, submarines, sight, ping, torpedo, wrecks, rows, columns, sites } = board;
  if (sites.length % 2 === 1)
    throw new RangeError(`a generated board has an even number of sites, not ${sites.length}`);
  if (columns < 4 * HARBOUR_COLUMNS || rows * HARBOUR_COLUMNS < submarines || 4 * sites.length > rows * columns)
    throw new RangeError(`a board of ${rows} rows and ${columns} columns has no room for the harbours and the sites`);
  const settings = { rounds, submarines, sight, ping, torpedo, wrecks, rows, columns };
  return draw(generatorOf(seed), settings, sites.length);
}

function generatorOf(seed: number): Lehmer {
  const random = new Lehmer(seed);
  // Skips the first numbers, because they are similar for similar seeds. A negative seed skips one more number, because
  // its absolute value starts the same generator.
  for (let skipped = seed < 0 ? 9 : 8; skipped > 0; skipped--) random.next();
  return random;
}

type Settings = Omit<PeriscopeBoard, 'islands' | 'sites' | 'harbours' | 'neighbours' | 'siteAt'>;

function draw(random: Lehmer, settings: Settings, sites: number): PeriscopeBoard {
  const { rows, columns } = settings;
  const islands = drawIslands(random, rows, columns);
  const cells = Array.from(islands.keys()).filter((cell) => islands[cell] === 0);
  const first = cells.filter((cell) => cell % columns < HARBOUR_COLUMNS);
  const image = (cell: number) => rows * columns - 1 - cell;
  const harbours = [first, first.map(image).reverse()];
  return makeBoard({ ...settings, islands, sites: drawSites(random, rows, columns, islands, sites), harbours });
}

/** Groups of islands between the harbours, each with its mirror image. A group that would divide the sea is omitted. */
function drawIslands(random: Lehmer, rows: number, columns: number): Uint8Array {
  let islands = new Uint8Array(rows * columns);
  const wanted = Math.round((rows * columns) / 22);
  for (let tried = 0; tried < wanted; tried++) {
    const drawn = islands.slice();
    let row = random.range(0, rows - 1);
    let column = random.range(HARBOUR_COLUMNS, columns - 1 - HARBOUR_COLUMNS);
    for (let left = random.range(1, 4); left > 0; left--) {
      const cell = row * columns + column;
      drawn[cell] = 1;
      drawn[rows * columns - 1 - cell] = 1;
      const d = DIRECTIONS[random.range(0, 3)];
      row = Math.min(rows - 1, Math.max(0, row + ROW_STEP[d]));
      column = Math.min(columns - 1 - HARBOUR_COLUMNS, Math.max(HARBOUR_COLUMNS, column + COLUMN_STEP[d]));
    }
    if (isOnePiece(drawn, rows, columns)) islands = drawn;
  }
  return islands;
}

function isOnePiece(islands: Uint8Array, rows: number, columns: number): boolean {
  const neighbours = neighbourTable(rows, columns, islands);
  const seen = islands.slice();
  const queue = [islands.indexOf(0)];
  seen[queue[0]] = 1;
  for (const cell of queue)
    for (const d of DIRECTIONS) {
      const next = neighbours[4 * cell + d];
      if (next === NOWHERE || seen[next] === 1) continue;
      seen[next] = 1;
      queue.push(next);
    }
  return !seen.includes(0) && 4 * queue.length >= 3 * islands.length;
}

/** Pairs of sites between the harbours. The sites are kept apart as long as there is space. */
function drawSites(random: Lehmer, rows: number, columns: number, islands: Uint8Array, count: number): number[] {
  const sites: number[] = [];
  const far = (a: number, b: number) =>
    Math.abs(Math.floor(a / columns) - Math.floor(b / columns)) + Math.abs((a % columns) - (b % columns));
  for (let apart = SITES_APART; sites.length < count; apart--) {
    for (const cell of random.permutation(rows * columns)) {
      const image = rows * columns - 1 - cell;
      const column = cell % columns;
      const isOutside = column <= HARBOUR_COLUMNS || column >= columns - 1 - HARBOUR_COLUMNS;
      if (sites.length === count || (isOutside && apart > 0) || islands[cell] === 1 || image === cell) continue;
      if (sites.includes(cell) || column < HARBOUR_COLUMNS || column >= columns - HARBOUR_COLUMNS) continue;
      if (far(cell, image) < apart || sites.some((site) => far(site, cell) < apart)) continue;
      sites.push(cell, image);
    }
    if (apart < 0)
      throw new RangeError(`a board of ${rows} rows and ${columns} columns has no room for ${count} sites`);
  }
  return sites.sort((a, b) => a - b);
}
