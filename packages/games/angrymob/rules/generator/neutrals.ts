import { distancesFrom, type MobMap } from '../map.ts';
import type { MapRandom } from './random.ts';

/** Layouts of the neutral units; docs/angry-mob.md §7.3 describes each. Golden maps depend on the order. */
export const LAYOUTS = ['sparse', 'rich', 'clusters', 'centre', 'frontier', 'treasure', 'home'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Minimum number of piles on one half of the map. If a layout has fewer piles, single piles are added. */
const MIN_PILES = 4;

/** The facts about a cell that determine its neutral units in a layout. */
interface Place {
  /** Number of steps to the nearer base. */
  readonly near: number;
  /** The maximum of `near` on the map. */
  readonly reach: number;
  /** Absolute difference between the numbers of steps to the two bases. */
  readonly lead: number;
  /**
   * The distance from the centre, as a percentage of half the map's side: the larger of the values by row and by
   * column.
   */
  readonly offCentre: number;
}

/** Places neutral units on a map with walls and bases, point-symmetrically. */
export function placeNeutrals(map: MobMap, layout: Layout, random: MapRandom): void {
  const { rows, columns, passable, neutrals, bases } = map;
  const last = rows * columns - 1;
  const [blue, red] = [distancesFrom(map, bases[0]), distancesFrom(map, bases[1])];
  const free: number[] = [];
  let reach = 0;
  for (let cell = 0; cell * 2 <= last; cell++) {
    if (passable[cell] === 0 || bases.includes(cell)) continue;
    free.push(cell);
    reach = Math.max(reach, Math.min(blue[cell], red[cell]));
  }
  const place = (cell: number): Place => ({
    near: Math.min(blue[cell], red[cell]),
    reach,
    lead: Math.abs(blue[cell] - red[cell]),
    offCentre: Math.floor(
      (100 *
        Math.max(
          Math.abs(2 * Math.floor(cell / columns) - rows + 1) * columns,
          Math.abs(2 * (cell % columns) - columns + 1) * rows,
        )) /
        (rows * columns),
    ),
  });
  const put = (cell: number, units: number): void => {
    neutrals[cell] = units;
    neutrals[last - cell] = units;
  };
  const rule = layoutRule(layout, random);
  for (const cell of free) {
    const units = rule(place(cell));
    if (units > 0) put(cell, units);
  }
  if (layout === 'clusters') placeClusters(map, free, place, put, random);
  let piles = free.filter((cell) => neutrals[cell] > 0).length;
  for (const cell of random.shuffle(free)) {
    if (piles >= MIN_PILES) break;
    if (neutrals[cell] > 0) continue;
    put(cell, random.range(1, 5));
    piles++;
  }
}

/** Returns a function that draws the number of units on a cell; 0 for most cells. */
function layoutRule(layout: Layout, random: MapRandom): (place: Place) => number {
  const small = () => Math.min(random.range(1, 9), random.range(1, 9));
  switch (layout) {
    case 'sparse': {
      const percent = random.range(3, 6);
      return () => (random.chance(percent) ? random.range(1, 9) : 0);
    }
    case 'rich': {
      const percent = random.range(18, 40);
      return () => (random.chance(percent) ? small() : 0);
    }
    case 'clusters':
      return () => (random.chance(2) ? random.range(1, 3) : 0);
    case 'centre':
      return ({ offCentre }) => {
        const inner = 100 - offCentre;
        return random.chance(2 + Math.floor(inner / 4))
          ? Math.max(1, Math.floor((inner * random.range(4, 10)) / 100))
          : 0;
      };
    case 'frontier':
      return ({ lead, reach }) => {
        if (lead * 4 <= reach) return random.chance(25) ? random.range(2, 9) : 0;
        return random.chance(3) ? random.range(1, 3) : 0;
      };
    case 'treasure':
      return () => {
        if (random.chance(1)) return random.range(12, 40);
        return random.chance(5) ? random.range(1, 3) : 0;
      };
    case 'home':
      return ({ near, reach }) => {
        if (near * 3 <= reach) return random.chance(30) ? small() : 0;
        return random.chance(3) ? random.range(1, 9) : 0;
      };
  }
}

/** Groups of piles far from both bases. */
function placeClusters(
  map: MobMap,
  free: readonly number[],
  place: (cell: number) => Place,
  put: (cell: number, units: number) => void,
  random: MapRandom,
): void {
  const { columns } = map;
  const far = free.filter((cell) => place(cell).near * 2 >= place(cell).reach);
  const clusters = Math.ceil(free.length / random.range(90, 180));
  for (let n = 0; n < clusters && far.length > 0; n++) {
    const centre = random.pick(far);
    const radius = random.range(1, 3);
    for (const cell of far) {
      const away =
        Math.abs(Math.floor(cell / columns) - Math.floor(centre / columns)) +
        Math.abs((cell % columns) - (centre % columns));
      if (away <= radius && random.chance(75)) put(cell, random.range(3, 9));
    }
  }
}
