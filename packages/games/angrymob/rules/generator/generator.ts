import { distancesFrom, type MobMap } from '../map.ts';
import type { Canvas } from './canvas.ts';
import { LAYOUTS, type Layout, placeNeutrals } from './neutrals.ts';
import { MapRandom } from './random.ts';
import { drawWalls, STYLES, type Style } from './styles.ts';

/** The range of side lengths; a maze may round them down to whole corridors. */
export const SIDES = { rows: [10, 60], columns: [10, 80] } as const;
/** Maximum number of wall layouts to try before falling back to an open field, which is always valid. */
const ATTEMPTS = 20;

/** A generated map, with its style and layout. */
export interface DrawnMap {
  readonly map: MobMap;
  readonly style: Style;
  readonly layout: Layout;
}

/** The map of a 64-bit signed seed: the same on every machine and in every release (docs/angry-mob.md §7). */
export function generateMap(seed: bigint): MobMap {
  return drawMap(seed).map;
}

/** The sides of a map. The minimum allows for mazes, whose sides are rounded down. */
export interface Sides {
  readonly rows: number;
  readonly columns: number;
}

/**
 * The map of a seed with these sides, whatever sides the seed alone would give.
 * @throws RangeError for sides that no generated map has
 */
export function generateMapOf({ rows, columns }: Sides, seed: bigint): MobMap {
  const isOne = (side: number, [low, high]: readonly [number, number]) => side >= low - 2 && side <= high;
  if (!isOne(rows, SIDES.rows) || !isOne(columns, SIDES.columns))
    throw new RangeError(
      `a generated map has ${SIDES.rows[0] - 2} to ${SIDES.rows[1]} rows and ${SIDES.columns[0] - 2} to ${SIDES.columns[1]} columns, not ${rows} rows and ${columns} columns`,
    );
  return drawMap(seed, { rows, columns }).map;
}

/**
 * Like `generateMap`, with the style and layout that the seed selected. `wanted`: only a map with these sides is
 * accepted.
 */
export function drawMap(seed: bigint, wanted?: Sides): DrawnMap {
  for (let attempt = 0; ; attempt++) {
    const random = new MapRandom(seed, attempt);
    const style = attempt < ATTEMPTS ? random.pick(STYLES) : 'field';
    const layout = random.pick(LAYOUTS);
    // Sometimes takes the smaller of two draws, so that enough maps are small, because small maps make quick games.
    const small = random.chance(35);
    const [rows, columns] = [SIDES.rows, SIDES.columns].map(([low, high]) => {
      const side = random.range(low, high);
      return small ? Math.min(side, random.range(low, Math.floor((low + high) / 2))) : side;
    });
    const canvas = drawWalls(style, wanted?.rows ?? rows, wanted?.columns ?? columns, random);
    // A maze rounds its sides down to whole corridors.
    if (wanted !== undefined && (canvas.rows !== wanted.rows || canvas.columns !== wanted.columns)) continue;
    canvas.connect();
    const base = chooseBase(canvas, random);
    if (base === undefined) continue;
    const map: MobMap = {
      rows: canvas.rows,
      columns: canvas.columns,
      passable: canvas.passable,
      neutrals: new Int32Array(canvas.cells),
      bases: [base, canvas.mirror(base)],
    };
    placeNeutrals(map, layout, random);
    return { map, style, layout };
  }
}

/** The smallest allowed distance between the two bases of a map of this size, in steps. */
export function leastBaseDistance(rows: number, columns: number): number {
  return Math.floor((rows + columns) / 2);
}

/** The cell, out of several random cells, that is farthest from its mirror image; undefined if none is far enough. */
function chooseBase(canvas: Canvas, random: MapRandom): number | undefined {
  const ground: number[] = [];
  for (let cell = 0; cell < canvas.cells; cell++) if (canvas.passable[cell] === 1) ground.push(cell);
  // The map is mostly walls or a hole in a rock, and is unsuitable as a board.
  if (ground.length * 6 < canvas.cells || ground.length < 40) return undefined;
  let [best, farthest] = [-1, leastBaseDistance(canvas.rows, canvas.columns) - 1];
  const drawn = random.range(3, 12);
  for (let n = 0; n < drawn; n++) {
    const cell = random.pick(ground);
    const distance = distancesFrom(canvas.shape, cell)[canvas.mirror(cell)];
    if (distance > farthest) [best, farthest] = [cell, distance];
  }
  return best < 0 ? undefined : best;
}
