import { expect, test } from 'vitest';
import { helps, type PlayedMatch } from './help.ts';

/**
 * Returns matches of four players among twelve of different strength. If entrants 3 and 8 meet, the first passes others
 * with probability `help`.
 */
function season(count: number, help: number): PlayedMatch[] {
  let state = 12345;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: count }, () => {
    const entrants = Array.from({ length: 12 }, (_, i) => ({ i, at: next() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, 4)
      .map(({ i }) => i);
    const helped = entrants.includes(3) && entrants.includes(8) && next() < help;
    const score = (entrant: number) => entrant / 12 + 1.5 * next() + (helped && entrant === 3 ? 2 : 0);
    const order = entrants.map((entrant) => ({ entrant, score: score(entrant) })).sort((a, b) => b.score - a.score);
    return { seats: order.map(({ entrant }, i) => ({ entrant, place: i + 1 })) };
  });
}

test('no pair stands out if no entrants cooperate', () => {
  const all = helps(season(4000, 0));
  expect(all).toHaveLength(66);
  expect(all[0].byChance).toBeGreaterThan(0.01);
  expect(Math.abs(all.reduce((sum, { z }) => sum + z, 0) / all.length)).toBeLessThan(0.5);
});

test('a pair stands out if one entrant often ranks higher when the other is in the match', () => {
  const [first, second] = helps(season(4000, 0.6));
  expect([first.left, first.right]).toEqual([3, 8]);
  expect(first.gain).toBeGreaterThan(0.1);
  expect(first.byChance).toBeLessThan(1e-4);
  expect(first.together).toBeGreaterThan(200);
  expect(second.byChance).toBeGreaterThan(1e-3);
});

test('helps returns no pairs without matches, or if two entrants play only each other', () => {
  expect(helps([])).toEqual([]);
  const alone = {
    seats: [
      { entrant: 1, place: 1 },
      { entrant: 2, place: 2 },
    ],
  };
  expect(helps([alone, alone])).toEqual([]);
});
