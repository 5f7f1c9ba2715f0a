import { type DuskState, dusk } from '@ludus/game/conformance.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { expect, test } from 'vitest';
import { ladderElo, ladderRatings, playGroup } from './climb.ts';

test('ladderRatings gives 191 Elo for a share of three quarters after many pairs', () => {
  const scores = [{ first: 'B', second: 'A', groups: 100_000, share: 0.75 }];
  expect(ladderRatings(scores, new Map([['A', 0]])).get('B')).toBeCloseTo(190.8, 1);
});

test('ladderRatings gives a clean sweep a finite rating that grows with the number of pairs, and keeps known ratings', () => {
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

test('ladderElo gives a bot that won every match an infinite rating with a finite lower bound', () => {
  const sweep = ladderElo([0, 900, 1800].map((rating) => ({ rating, groups: 6, share: 1 })));
  expect([sweep.elo, sweep.high]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  // The sixth root of exp(−t²/2) is the lowest share that is compatible with six wins.
  expect(sweep.low).toBeCloseTo(1800 + 54, -1);
  expect(ladderElo([{ rating: 100, groups: 6, share: 0 }])).toMatchObject({
    elo: Number.NEGATIVE_INFINITY,
    low: Number.NEGATIVE_INFINITY,
  });
});

test('ladderElo gives the rating whose expected shares equal the achieved shares, and more pairs narrow its interval', () => {
  const rated = (groups: number) =>
    ladderElo([
      { rating: 0, groups, share: 0.75 },
      { rating: 400, groups, share: 0.25 },
    ]);
  const [few, many] = [rated(6), rated(60)];
  expect(few.elo).toBeCloseTo(200, 0);
  expect(few.low).toBeLessThan(many.low);
  expect(many.low).toBeLessThan(200);
  expect(few.high - 200).toBeCloseTo(200 - few.low, 0);
  expect(ladderElo([{ rating: 0, groups: 1, share: 0.5 }])).toMatchObject({
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  });
});

test('a match with secret randomness has its own key, and a different deal from the plain match with the same seed', async () => {
  const board = { players: 2, cells: 30, sight: 1, rounds: 9 };
  const open = () => ({ name: 'Waiter', play() {} });
  const played = async (isSecret: boolean) => {
    const dealt: number[][] = [];
    const watch = (runners: readonly AnyRunner[]) => ({
      runners,
      onRound: (state: unknown, round: number) => round === 1 && dealt.push([...(state as DuskState).cells]),
    });
    const { matches } = await playGroup({ game: dusk, boardOf: () => board, open: [open, open], isSecret, watch }, 0);
    return { dealt, keys: matches.map(({ result }) => result.key) };
  };
  const [plain, secret] = [await played(false), await played(true)];
  expect(plain.keys).toEqual([undefined, undefined]);
  expect(plain.dealt[0]).toEqual(plain.dealt[1]);
  expect(new Set(secret.keys).size).toBe(2);
  // Two matches deal the same cells by chance with a probability of 1 in 900, and two pairs of matches with 1 in
  // 810,000.
  expect(secret.dealt).not.toEqual(plain.dealt);
});
