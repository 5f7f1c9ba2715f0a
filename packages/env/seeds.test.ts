import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { matchSeed } from './seeds.ts';

test('matches have the same seeds on every machine', () => {
  expect([
    matchSeed(1, 0),
    matchSeed(1, 1),
    matchSeed(2, 0),
    matchSeed(-1, 5, 7),
    matchSeed(2 ** 40 + 3, 1000, 1),
    matchSeed(Number.MIN_SAFE_INTEGER, 0),
  ]).toMatchInlineSnapshot(`
    [
      462377636,
      330725938,
      1897370716,
      1851318486,
      602304923,
      1790022263,
    ]
  `);
});

test('matches of different resets have different seeds', () => {
  const seen = new Set<number>();
  for (let seed = -20; seed <= 20; seed++)
    for (let episode = 0; episode < 5; episode++)
      for (let match = 0; match < 100; match++) seen.add(matchSeed(seed, match, episode));
  // With 20,500 random numbers out of 2³¹, the expected number of equal pairs is 0.1.
  expect(seen.size).toBeGreaterThanOrEqual(41 * 5 * 100 - 2);
});

test('all matches of one reset have different seeds', () => {
  const seen = new Set(Array.from({ length: 200_000 }, (_, match) => matchSeed(7, match)));
  expect(seen.size).toBe(200_000);
  for (const seed of seen) if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)) expect(seed).toBe('a seed');
});

test('the first draws of neighbouring matches are spread evenly', () => {
  const bins = new Int32Array(16);
  for (let match = 0; match < 16_000; match++) bins[(advance(seedState(matchSeed(1, match))) >>> 4) % 16]++;
  for (const count of bins) expect(Math.abs(count - 1000)).toBeLessThan(160);
});
