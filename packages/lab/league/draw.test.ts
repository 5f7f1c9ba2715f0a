import { expect, test } from 'vitest';
import { boardsIn, commitmentOf, hiddenBoards, roundKey, roundSpecs } from './round-specs.ts';

const key = roundKey('word', 1);

test.each([
  [8, 2, 200, 208],
  [5, 4, 100, 100],
  [3, 4, 40, 48],
  [2, 2, 1, 4],
])(
  '%i bots at tables with %i seats and %i requested matches play %i matches, spread evenly over boards and seats',
  (bots, seats, matches, played) => {
    const size = { bots, seats, matches };
    const specs = roundSpecs(key, size, undefined);
    expect(specs).toHaveLength(played);
    expect(new Set(specs.map(({ id }) => id)).size).toBe(played);
    for (let board = 0; board < boardsIn(size); board++) {
      const here = specs.filter((spec) => spec.board === board);
      const counts = Array.from({ length: bots }, (_, bot) =>
        Array.from({ length: seats }, (_, seat) => here.filter(({ players }) => players[seat] === bot).length),
      );
      expect(new Set(counts.flat()).size).toBe(bots < seats ? 2 : 1);
    }
  },
);

test('the bots at a league table swap seats, with the same board and seed', () => {
  for (const spec of roundSpecs(key, { bots: 4, seats: 2, matches: 40 }, undefined)) {
    const table = spec.id.replace(/-m.*/, '');
    const all = roundSpecs(key, { bots: 4, seats: 2, matches: 40 }, undefined).filter(({ id }) =>
      id.startsWith(`${table}-`),
    );
    expect(new Set(all.map(({ board, seed }) => `${board} ${seed}`)).size).toBe(1);
    expect(all[1].players).toEqual([...all[0].players].reverse());
  }
});

test('a league with a single bot has no matches', () => {
  expect(roundSpecs(key, { bots: 1, seats: 2, matches: 10 }, undefined)).toEqual([]);
});

test('a different secret or league round gives a different key, commitment, boards, and seeds', () => {
  const keys = [key, roundKey('word', 2), roundKey('world', 1)];
  expect(new Set(keys.map(commitmentOf)).size).toBe(3);
  expect(new Set(keys.map((each) => String(hiddenBoards(each, 4)))).size).toBe(3);
  const size = { bots: 2, seats: 2, matches: 4 };
  expect(new Set(keys.map((each) => roundSpecs(each, size, undefined)[0].seed)).size).toBe(3);
});
