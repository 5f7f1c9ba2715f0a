import { expect, test } from 'vitest';
import { ladderRatings } from './climb.ts';

test('a share of three quarters is 191 Elo, but for the half won and the half lost that are believed', () => {
  const scores = [{ first: 'B', second: 'A', groups: 100_000, share: 0.75 }];
  expect(ladderRatings(scores, new Map([['A', 0]])).get('B')).toBeCloseTo(190.8, 1);
});

test('a clean sweep stays finite, more of it counts more, and no one known is moved', () => {
  const sweep = (groups: number) =>
    ladderRatings([{ first: 'A', second: 'B', groups, share: 0 }], new Map([['A', 100]])).get('B')!;
  expect(sweep(2)).toBeGreaterThan(100);
  expect(sweep(20)).toBeGreaterThan(sweep(2));
  expect(Number.isFinite(sweep(1000))).toBe(true);
  const both = ladderRatings(
    [
      { first: 'X', second: 'A', groups: 10, share: 0.75 },
      { first: 'X', second: 'B', groups: 10, share: 0.25 },
    ],
    new Map([
      ['A', 0],
      ['B', 400],
    ]),
  );
  expect(both.get('X')).toBeCloseTo(200, 5);
  expect([both.get('A'), both.get('B')]).toEqual([0, 400]);
});
