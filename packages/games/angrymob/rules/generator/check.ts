import { cellName, distancesFrom, type MobMap, mapFlaw } from '../map.ts';
import { leastBaseDistance, SIDES } from './generator.ts';

/**
 * Returns the guarantee of the generator (docs/angry-mob.md §7.4) that a map violates, as a message; undefined if there
 * is none.
 */
export function mapProblem(map: MobMap): string | undefined {
  const { rows, columns, passable, neutrals, bases } = map;
  // A maze rounds its sides down to whole corridors, which removes at most two.
  if (rows < SIDES.rows[0] - 2 || rows > SIDES.rows[1]) return `it has ${rows} rows`;
  if (columns < SIDES.columns[0] - 2 || columns > SIDES.columns[1]) return `it has ${columns} columns`;
  const flaw = mapFlaw(map);
  if (flaw !== undefined) return flaw;
  const distances = distancesFrom(map, bases[0]);
  for (let cell = 0; cell < passable.length; cell++) {
    if (passable[cell] === 1 && distances[cell] < 0) return `${cellName(map, cell)} cannot be reached`;
    if (neutrals[cell] < 0 || neutrals[cell] > 99)
      return `${cellName(map, cell)} holds ${neutrals[cell]} neutral units`;
  }
  const least = leastBaseDistance(rows, columns);
  if (distances[bases[1]] < least) return `the bases are ${distances[bases[1]]} steps apart, fewer than ${least}`;
  const piles = neutrals.reduce((sum, units) => sum + (units > 0 ? 1 : 0), 0);
  if (piles < 7) return `it has only ${piles} piles of neutral units`;
  return undefined;
}
