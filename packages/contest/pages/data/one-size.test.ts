import { expect, test } from 'vitest';
import { oneSize, sidesOf } from './one-size.ts';

const board = (name: string, seats: number, teams: number[] | null = null) => ({ name, seats, teams });

test('oneSize chooses the most common number of seats above one, or the larger number in a tie', () => {
  const all = [board('a', 2), board('b', 4), board('c', 3), board('d', 4), board('e', 1), board('f', 1), board('g', 1)];
  expect(oneSize(all).map(({ name }) => name)).toEqual(['b', 'd']);
  expect(oneSize([board('a', 2), board('b', 3)]).map(({ name }) => name)).toEqual(['b']);
  expect(oneSize([board('a', 1)])).toEqual([]);
  expect(oneSize([])).toEqual([]);
});

test('oneSize chooses boards with the same sides, and sidesOf counts a side as one entrant', () => {
  const all = [board('a', 2), board('b', 4, [0, 1, 0, 1]), board('c', 4), board('d', 4, [0, 1, 0, 1])];
  expect(oneSize(all).map(({ name }) => name)).toEqual(['b', 'd']);
  expect(all.map(sidesOf)).toEqual([2, 2, 4, 2]);
});
