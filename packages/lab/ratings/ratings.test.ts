import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describe, expect, test } from 'vitest';
import { eloRatings } from './elo.ts';
import type { RatedMatch } from './matches.ts';
import { skillRatings } from './skill.ts';
import { cyclesOfThree, winMatrix } from './win-matrix.ts';

const TRUTH: Record<string, number> = { Ada: 250, Bob: 100, Cid: 0, Dee: -100, Eve: -250 };
const NAMES = Object.keys(TRUTH);

function games(count: number, seed: number): RatedMatch[] {
  const random = new Lehmer(seed);
  return Array.from({ length: count }, () => {
    const [a, b] = random.permutation(5);
    const p = 1 / (1 + 10 ** ((TRUTH[NAMES[b]] - TRUTH[NAMES[a]]) / 400));
    const win = random.next() / 0x7fffffff < p ? 1 : 0;
    return { players: [NAMES[a], NAMES[b]], shares: [win, 1 - win] };
  });
}
/** Four players, placed by strength and luck. */
function fourPlayerMatches(count: number, seed: number): RatedMatch[] {
  const random = new Lehmer(seed);
  return Array.from({ length: count }, () => {
    const players = random
      .permutation(5)
      .slice(0, 4)
      .map((i) => NAMES[i]);
    const scores = players.map((name) => TRUTH[name] + random.range(-400, 400));
    return { players, shares: scores.map((score) => scores.filter((other) => other < score).length / 3) };
  });
}
const shuffled = <T>(list: readonly T[], seed: number): T[] =>
  new Lehmer(seed).permutation(list.length).map((i) => list[i]);

describe('Elo', () => {
  test('finds the true differences, and its margins hold them', () => {
    let inside = 0;
    for (let seed = 1; seed <= 20; seed++)
      for (const { name, elo, margin } of eloRatings(winMatrix(games(400, seed))))
        if (Math.abs(elo - TRUTH[name]) <= margin) inside++;
    expect(inside).toBeGreaterThanOrEqual(88);
  });
  test('does not depend on the order of the matches', () => {
    const list = games(300, 5);
    expect(eloRatings(winMatrix(shuffled(list, 1)))).toEqual(eloRatings(winMatrix(list)));
  });
  test('stays finite for players that only win, only lose, or never met', () => {
    const matches = [
      ...Array.from({ length: 50 }, () => ({ players: ['Win', 'Lose'], shares: [1, 0] })),
      { players: ['Far', 'Away'], shares: [0.5, 0.5] },
    ];
    const ratings = eloRatings(winMatrix(matches));
    expect(ratings.map((each) => each.name)).toEqual(['Win', 'Away', 'Far', 'Lose']);
    for (const { elo, margin } of ratings) expect(Number.isFinite(elo) && Number.isFinite(margin)).toBe(true);
  });
});

describe('openskill', () => {
  test('orders the players, and does not depend on the order of the matches', () => {
    const list = fourPlayerMatches(300, 3);
    const ratings = skillRatings(list);
    expect(ratings.map((each) => each.name)).toEqual(NAMES);
    expect(ratings[0].sigma).toBeLessThan(4);
    for (let seed = 1; seed <= 3; seed++) expect(skillRatings(shuffled(list, seed))).toEqual(ratings);
  });
  test('a player in several seats counts once, with its mean', () => {
    const [first, second] = skillRatings([{ players: ['A', 'B', 'A', 'B'], shares: [1, 2 / 3, 1 / 3, 0] }]);
    expect([first.name, second.name, first.games]).toEqual(['A', 'B', 1]);
  });
});

test('rock, paper and scissors are shown as what they are', () => {
  const matches: RatedMatch[] = [];
  for (const [a, b] of [
    ['Rock', 'Scissors'],
    ['Scissors', 'Paper'],
    ['Paper', 'Rock'],
  ])
    for (let i = 0; i < 40; i++) matches.push({ players: [a, b], shares: i % 10 === 0 ? [0, 1] : [1, 0] });
  const matrix = winMatrix(matches);
  expect(matrix.points[1][2]).toBe(36);
  expect(cyclesOfThree(matrix)).toEqual([{ names: ['Paper', 'Rock', 'Scissors'], weakest: 0.9, clear: true }]);
  for (const { elo } of eloRatings(matrix)) expect(elo).toBeCloseTo(0, 6);
  expect(cyclesOfThree(winMatrix(games(400, 1))).filter((cycle) => cycle.clear)).toEqual([]);
});
