import { expect, test } from 'vitest';
import type { MobMap } from '../map.ts';
import { mapProblem } from './check.ts';
import { SIDES } from './generator.ts';

/** An open field with eight piles and with bases in two corners, modified by `change`. */
function field(rows: number, columns: number, change: (map: MobMap) => void = () => {}): MobMap {
  const cells = rows * columns;
  const neutrals = new Int32Array(cells);
  for (let pile = 1; pile <= 4; pile++) neutrals[pile] = neutrals[cells - 1 - pile] = pile;
  const map = { rows, columns, passable: new Uint8Array(cells).fill(1), neutrals, bases: [0, cells - 1] as const };
  change(map);
  return map;
}

/** Sets both a cell and its mirror image. */
function both(array: Uint8Array | Int32Array, cell: number, value: number): void {
  array[cell] = value;
  array[array.length - 1 - cell] = value;
}

const [[fewRows, rows], [fewColumns, columns]] = [SIDES.rows, SIDES.columns];

test.each([
  ['an open field', field(12, 15), undefined],
  ['the smallest map', field(fewRows - 2, fewColumns - 2), undefined],
  ['the largest map', field(rows, columns), undefined],
  ['a map with too few rows', field(fewRows - 3, 20), `it has ${fewRows - 3} rows`],
  ['a map with too many rows', field(rows + 1, 20), `it has ${rows + 1} rows`],
  ['a map with too few columns', field(20, fewColumns - 3), `it has ${fewColumns - 3} columns`],
  ['a map with too many columns', field(20, columns + 1), `it has ${columns + 1} columns`],
  [
    'an asymmetric map',
    field(12, 15, (map) => {
      map.neutrals[20] = 1;
    }),
    'the cells (1, 5) and (10, 9) are not symmetrical about the centre',
  ],
  [
    'a map with an unreachable cell',
    field(12, 15, ({ passable }) => {
      for (const wall of [36, 50, 52, 66]) both(passable, wall, 0);
    }),
    '(3, 6) cannot be reached',
  ],
  [
    'a map with the maximum number of neutral units in a cell',
    field(12, 15, ({ neutrals }) => {
      both(neutrals, 3, 99);
    }),
    undefined,
  ],
  [
    'a map with too many neutral units in a cell',
    field(12, 15, ({ neutrals }) => {
      both(neutrals, 3, 100);
    }),
    '(0, 3) holds 100 neutral units',
  ],
  [
    'a map with a negative number of neutral units in a cell',
    field(12, 15, ({ neutrals }) => {
      both(neutrals, 3, -1);
    }),
    '(0, 3) holds -1 neutral units',
  ],
  [
    'a map with seven piles',
    field(13, 15, ({ neutrals }) => {
      both(neutrals, 4, 0);
      neutrals[97] = 5;
    }),
    undefined,
  ],
  [
    'a map with too few piles',
    field(12, 15, ({ neutrals }) => {
      both(neutrals, 4, 0);
    }),
    'it has only 6 piles of neutral units',
  ],
])('mapProblem gives the expected result for %s', (_, map, problem) => {
  expect(mapProblem(map)).toBe(problem);
});

test('mapProblem rejects bases that are too close to each other', () => {
  const near = (base: number) => mapProblem({ ...field(12, 16), bases: [base, 12 * 16 - 1 - base] });
  // (5, 1) and (6, 14) are 1 + 13 steps apart; (5, 2) and (6, 13) are 1 + 11 steps apart.
  expect(near(5 * 16 + 1)).toBe(undefined);
  expect(near(5 * 16 + 2)).toBe('the bases are 12 steps apart, fewer than 14');
});
