import { Lehmer } from '@ludus/kernel/lehmer.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cyclesOfThree, signTest } from './cycles.ts';
import { fitRatings } from './fit.ts';
import type { RatedMatch } from './matches.ts';
import { type PlacedMatch, winsOf } from './plackett-luce.ts';
import { ratings } from './ratings.ts';
import { simulateField } from './simulate.ts';
import { winMatrix } from './win-matrix.ts';

const shuffled = <T>(list: readonly T[], seed: number): T[] =>
  new Lehmer(seed).permutation(list.length).map((i) => list[i]);

/** Two to four of six players, with ties. */
const match = fc
  .tuple(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 2, maxLength: 4 }), fc.array(fc.nat(3), { minLength: 4 }))
  .map(([players, scores]): PlacedMatch => ({ players, places: players.map((_, i) => scores[i]) }));
const matches = fc.array(match, { minLength: 1, maxLength: 60 });

const NAMES = ['Ada', 'Bob', 'Cid', 'Dee', 'Eve', 'Fay'];
const named = (list: readonly PlacedMatch[], names = NAMES): RatedMatch[] =>
  list.map(({ players, places }) => ({
    players: players.map((i) => names[i]),
    shares: places.map((place) => 1 - place / 10),
  }));

describe('the maximum-likelihood rating', () => {
  test('doesn’t depend on the order of the matches, to the last digit', () => {
    fc.assert(
      fc.property(matches, fc.nat(1000), (list, seed) => {
        expect(ratings(shuffled(named(list), seed))).toEqual(ratings(named(list)));
      }),
    );
  });

  test('doesn’t depend on names or seats', () => {
    const others = ['zeta', 'a', 'Q', 'b7', 'm', '0'];
    fc.assert(
      fc.property(matches, (list) => {
        const before = new Map(ratings(named(list)).map((each) => [each.name, each]));
        const turned = list.map(({ players, places }) => ({
          players: players.toReversed(),
          places: places.toReversed(),
        }));
        for (const { name, elo, margin, games } of ratings(named(turned, others))) {
          const same = before.get(NAMES[others.indexOf(name)])!;
          expect({ elo, margin, games }).toEqual({ elo: same.elo, margin: same.margin, games: same.games });
        }
      }),
    );
  });

  test('is at the maximum, where each player has won as often as expected, apart from the prior', () => {
    fc.assert(
      fc.property(matches, (list) => {
        const fitted = fitRatings(6, list).map(({ elo }) => (elo * Math.LN10) / 400);
        const won = new Float64Array(6);
        const expected = new Float64Array(6);
        for (const each of list) {
          winsOf(each).forEach((wins, i) => {
            won[each.players[i]] += wins;
          });
          meanOverOrders(each, fitted, expected);
        }
        // The prior moves each sum by less than half a match towards the middle.
        for (let i = 0; i < 6; i++) expect(Math.abs(won[i] - expected[i])).toBeLessThan(0.501);
      }),
    );
  });

  test('has approximate intervals, within 3% of the exact width, if there are more than 500 players', () => {
    const field = { players: 510, range: 1000, seats: 4, matches: 4000, ties: 0.2, meetings: 'random' } as const;
    const { matches } = simulateField(field, 3);
    const exact = fitRatings(510, matches, { asked: Array.from({ length: 500 }, (_, i) => i) });
    const many = fitRatings(510, matches);
    const ratios = exact.map(({ margin }, i) => many[i].margin / margin);
    expect(Math.min(...ratios)).toBeGreaterThan(0.97);
    expect(Math.max(...ratios)).toBeLessThan(1.03);
  });

  test('is closer to the truth with the field’s prior if few matches were played', () => {
    const field = { players: 200, range: 400, seats: 4, matches: 400, ties: 0, meetings: 'random' } as const;
    const { truth, matches } = simulateField(field, 3);
    const error = (isFieldPrior: boolean) =>
      Math.hypot(...fitRatings(200, matches, { isFieldPrior }).map(({ elo }, i) => elo - truth[i]));
    expect(error(true)).toBeLessThan(0.9 * error(false));
  });

  test('stays finite for players that only win, only lose, or never meet', () => {
    const only: RatedMatch[] = [
      ...Array.from({ length: 50 }, () => ({ players: ['Win', 'Lose'], shares: [1, 0] })),
      { players: ['Far', 'Away'], shares: [0.5, 0.5] },
    ];
    const rated = ratings(only);
    expect(rated.map(({ name, rank }) => [name, rank])).toEqual([
      ['Win', 1],
      ['Away', 2],
      ['Far', 2],
      ['Lose', 4],
    ]);
    for (const { elo, margin } of rated) expect(Number.isFinite(elo) && margin > 0).toBe(true);
  });

  test('is nearly the same with and without a dense matrix', () => {
    const field = simulateField({ players: 40, range: 600, seats: 4, matches: 2000, ties: 0.3, meetings: 'near' }, 3);
    const dense = fitRatings(40, field.matches);
    // Players that never played have the mean rating and don't affect any other rating, but they make the matrix too
    // large for the dense method.
    const sparse = fitRatings(600, field.matches, { asked: [...dense.keys()] });
    sparse.forEach(({ elo, margin }, i) => {
      expect(Math.abs(elo - dense[i].elo)).toBeLessThan(0.5);
      expect(Math.abs(margin - dense[i].margin)).toBeLessThan(0.5);
    });
  });

  test('has intervals that contain more than 92% of the true ratings', () => {
    let [inside, all] = [0, 0];
    for (const seats of [2, 3, 4])
      for (let seed = 1; seed <= 12; seed++) {
        const model = { players: 10, range: 1000, seats, matches: 400, ties: 0.4, meetings: 'random' } as const;
        const { truth, matches: list } = simulateField(model, seed);
        fitRatings(10, list).forEach(({ elo, margin }, i) => {
          all++;
          if (Math.abs(elo - truth[i]) <= margin) inside++;
        });
      }
    expect(inside / all).toBeGreaterThan(0.92);
  });

  test('counts a player in several seats once, with the seats’ mean result, and ignores stand-ins', () => {
    const [first, second] = ratings([{ players: ['A', 'B', 'A', 'B'], shares: [1, 2 / 3, 1 / 3, 0] }]);
    expect([first.name, second.name, first.games]).toEqual(['A', 'B', 1]);
    const filled: RatedMatch = { players: ['A', 'C', 'B', 'A'], shares: [0, 1, 2 / 3, 1 / 3], standIns: [1, 3] };
    expect(ratings([filled])).toEqual(ratings([{ players: ['A', 'B'], shares: [0, 1] }]));
  });
});

/** Adds the expected number of choices of each player to `expected`, computed order by order. */
function meanOverOrders({ players, places }: PlacedMatch, theta: readonly number[], expected: Float64Array): void {
  const orders = permutations(players.map((_, i) => i)).filter((order) =>
    order.every((i, at) => at === 0 || places[order[at - 1]] <= places[i]),
  );
  for (const order of orders)
    for (let first = 0; first < order.length - 1; first++) {
      const left = order.slice(first);
      const sum = left.reduce((total, i) => total + Math.exp(theta[players[i]]), 0);
      for (const i of left) expected[players[i]] += Math.exp(theta[players[i]]) / sum / orders.length;
    }
}

function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first) => permutations(list.filter((each) => each !== first)).map((rest) => [first, ...rest]));
}

describe('rating cycles', () => {
  test('are found in rock, paper, scissors', () => {
    const list: RatedMatch[] = [];
    for (const [a, b] of [
      ['Rock', 'Scissors'],
      ['Scissors', 'Paper'],
      ['Paper', 'Rock'],
    ])
      for (let i = 0; i < 40; i++) list.push({ players: [a, b], shares: i % 10 === 0 ? [0, 1] : [1, 0] });
    const matrix = winMatrix(list);
    expect(matrix.points[1][2]).toBe(36);
    expect(cyclesOfThree(matrix)).toEqual([{ names: ['Paper', 'Rock', 'Scissors'], weakest: 0.9, clear: true }]);
    for (const { elo } of ratings(list)) expect(elo).toBeCloseTo(0, 6);
  });

  test('are reported in at most 2 of 20 large fields without cycles', () => {
    let found = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const model = { players: 30, range: 300, seats: 4, matches: 3000, ties: 0, meetings: 'random' } as const;
      const list = simulateField(model, seed).matches.map(({ players, places }) => ({
        players: players.map((i) => `p${i}`),
        shares: places.map((place) => (4 - place) / 3),
      }));
      if (cyclesOfThree(winMatrix(list)).some((cycle) => cycle.clear)) found++;
    }
    expect(found).toBeLessThanOrEqual(2);
  });

  test('are found by a sign test that agrees with the binomial test', () => {
    expect(signTest(5, 0)).toBeCloseTo(2 / 32, 12);
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(3, 3)).toBe(1);
    expect(signTest(8, 2)).toBeCloseTo((2 * (1 + 10 + 45)) / 1024, 12);
  });
});
