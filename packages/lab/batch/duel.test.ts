import { expect, test } from 'vitest';
import { waysOf } from '../stats/groups.ts';
import type { Standing } from '../stats/stop-rule.ts';
import { meanOf } from '../stats/tally.ts';
import { type DuelPlan, groupSpecs, playDuel } from './duel.ts';
import type { MatchRecord, MatchSpec } from './plan.ts';

const PLANS = [2, 3, 4].flatMap((seats) =>
  [0, 1, 2].flatMap((fillers) => [1, 2, 3, 5, 6].map((boards) => ({ seats, fillers, boards }))),
);

test.each(PLANS)(
  'every seating is played on every board equally often ($seats seats, $fillers fillers, $boards boards)',
  (given) => {
    if (given.seats < 2 + given.fillers) return;
    const plan: DuelPlan = { ...given, elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05, limit: 1, firstSeed: 1 };
    const met = new Map<string, number>();
    const groups = given.boards * waysOf(given.seats, given.fillers);
    for (let group = 0; group < groups; group++) {
      const [first] = groupSpecs(plan, group);
      const key = `${first.board}: ${first.players}`;
      met.set(key, (met.get(key) ?? 0) + 1);
    }
    expect([met.size % given.boards, new Set(met.values()).size]).toEqual([0, 1]);
    const seated = new Set([...met.keys()].map((key) => key.split(': ')[1]));
    expect(met.size).toBe(given.boards * seated.size);
    // In the two matches of a group, both NEW and OLD sit in every seat.
    for (let seat = 0; seat < given.seats; seat++)
      expect([...seated].some((players) => Number(players.split(',')[seat]) < 2)).toBe(true);
  },
);

const TWO: DuelPlan = { seats: 2, fillers: 0, boards: 0, firstSeed: 10, elo0: 0, elo1: 0, limit: 20 };

test('a pair has a number, a board, and its own seed, and swaps the seats', () => {
  expect(groupSpecs(TWO, 3)).toEqual([
    { id: 'g3-m0', board: -1, seed: 13, players: [0, 1] },
    { id: 'g3-m1', board: -1, seed: 13, players: [1, 0] },
  ]);
  expect(groupSpecs({ ...TWO, boards: 3 }, 4)).toMatchObject([
    { board: 1, seed: 14 },
    { board: 1, seed: 14 },
  ]);
  expect(groupSpecs({ ...TWO, firstSeed: 2 ** 31 - 1 }, 1)[0].seed).toBe(-(2 ** 31));
  // Without boards, the seatings rotate. With as many boards as seatings, they shift after each full rotation.
  const first = (boards: number, group: number) => groupSpecs({ ...TWO, seats: 4, boards }, group)[0].players.join('');
  expect([0, 1, 2, 3].map((group) => first(0, group))).toEqual(['0110', '0101', '0011', '0110']);
  expect(first(3, 3)).toBe(first(0, 1));
  expect(first(3, 6)).toBe(first(0, 2));
  expect(first(2, 6)).toBe(first(0, 1));
});

const NEW_BEST = (spec: MatchSpec): number[] => spec.players.map((player) => (player === 0 ? 2 : 1));
const record = (spec: MatchSpec, scores: readonly number[], more: Partial<MatchRecord> = {}): MatchRecord => ({
  ...spec,
  scores,
  reason: 'end',
  rounds: 1,
  faults: [],
  used: [],
  decided: 0,
  ...more,
});

test('a duel ends as soon as its test reaches a decision, and counts the wins', async () => {
  const seen: Standing[] = [];
  const played: string[] = [];
  const result = await playDuel(
    TWO,
    async (spec) => {
      played.push(spec.id);
      return record(spec, NEW_BEST(spec));
    },
    1,
    (standing) => seen.push(standing),
  );
  expect(result.standing).toMatchObject({ decision: 'h1', groups: 6 });
  expect(seen.map(({ groups }) => groups)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(result.wins).toEqual({ won: 12, drawn: 0, lost: 0 });
  expect(result.tally).toEqual({ values: [1], weights: [6], total: 6 });
  expect(result.spoiled).toBe(0);
  expect(result.records.map(({ id }) => id)).toEqual(played.slice(0, 12));
  // If one more match may be in progress, a second group of two matches starts.
  expect(played).toHaveLength(14);
});

/** The course of a match, derived from its board and seats. */
const courseOf = ({ board, players }: MatchSpec): number => 100 * board + players[0];

test('a pair that exactly repeats an earlier pair isn’t counted, and the duel ends once there are no new pairs', async () => {
  const played: string[] = [];
  const { standing, repeated, records, wins } = await playDuel(
    { ...TWO, boards: 2, limit: 500 },
    async (spec) => {
      played.push(spec.id);
      return record(spec, NEW_BEST(spec), { course: courseOf(spec) });
    },
    1,
  );
  expect(standing).toMatchObject({ groups: 2, repeated: 10, decision: 'repeats' });
  expect(repeated).toBe(10);
  expect(records.map(({ id }) => id)).toEqual(['g0-m0', 'g0-m1', 'g1-m0', 'g1-m1']);
  expect(wins).toEqual({ won: 4, drawn: 0, lost: 0 });
  expect(played.length).toBeLessThan(30);
});

test('a pair counts if one of its matches is new, or if the records don’t show that both matches are repeats', async () => {
  const duelWith = (course: (spec: MatchSpec) => number | undefined) =>
    playDuel(
      { ...TWO, boards: 1 },
      async (spec) => {
        const hash = course(spec);
        return record(spec, NEW_BEST(spec), hash === undefined ? {} : { course: hash });
      },
      1,
    );
  const half = await duelWith((spec) => (spec.players[0] === 0 ? 7 : spec.seed));
  expect(half).toMatchObject({ repeated: 0, standing: { groups: 6, decision: 'h1' } });
  const leads = await playDuel(
    { ...TWO, boards: 1 },
    async (spec) => record(spec, NEW_BEST(spec), { course: 7, decided: spec.seed }),
    1,
  );
  expect(leads).toMatchObject({ repeated: 0, standing: { groups: 6, decision: 'h1' } });
  expect(await duelWith(() => undefined)).toMatchObject({ repeated: 0, standing: { groups: 6, decision: 'h1' } });
});

test('a duel counts even earlier repeats once a match on the same board differs from the earlier matches', async () => {
  const play = async (spec: MatchSpec) => {
    const group = Number(/\d+/.exec(spec.id)![0]);
    return record(spec, group % 2 === 0 ? NEW_BEST(spec) : [1, 1], { course: group < 5 ? 3 : group });
  };
  const { standing, repeated, records } = await playDuel({ ...TWO, boards: 1, limit: 7 }, play, 1);
  expect(standing).toMatchObject({ groups: 7, repeated: 0, decision: 'limit' });
  expect(repeated).toBe(0);
  expect(records.map(({ id }) => id)).toEqual(
    Array.from({ length: 7 }, (_, group) => [`g${group}-m0`, `g${group}-m1`]).flat(),
  );
});

test('a bot with many identical losses and a few different wins isn’t considered stronger', async () => {
  const play = async (spec: MatchSpec) => {
    const group = Number(/\d+/.exec(spec.id)![0]);
    const isWon = spec.board === 0;
    const scores = NEW_BEST(spec);
    return record(spec, isWon ? scores : scores.toReversed(), { course: isWon ? group : 3 });
  };
  const { standing } = await playDuel({ ...TWO, boards: 6, limit: 2000 }, play, 1);
  expect(standing.decision).toBe('h0');
});

test('a duel on generated boards treats no match as a repeat', async () => {
  const play = async (spec: MatchSpec) => record(spec, NEW_BEST(spec), { course: 1 });
  expect(await playDuel(TWO, play, 1)).toMatchObject({ repeated: 0, standing: { decision: 'h1' } });
});

test('pairs are evaluated in planned order, whatever the order in which they end', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const scores = (spec: MatchSpec) => (Number(/\d+/.exec(spec.id)![0]) % 4 === 0 ? [1, 1] : NEW_BEST(spec));
  const play = (spec: MatchSpec) =>
    new Promise<MatchRecord>((resolve) => {
      waiting.push(() => resolve(record(spec, scores(spec))));
      most = Math.max(most, waiting.length);
      // The match that started last ends first.
      queueMicrotask(() => waiting.pop()?.());
    });
  const { records, boards, wins } = await playDuel({ ...TWO, boards: 2, limit: 5 }, play, 8);
  expect(records.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].flatMap((group) => [`g${group}-m0`, `g${group}-m1`]));
  expect(boards.map(({ total }) => total)).toEqual([3, 2]);
  expect(boards.map(meanOf)).toEqual([(0.5 + 1 + 0.5) / 3, 1]);
  expect(wins).toEqual({ won: 6, drawn: 4, lost: 0 });
  expect(most).toBe(10);
});

test('a duel ends at its limit of pairs, and starts no match beyond the limit', async () => {
  const played: number[] = [];
  const { standing } = await playDuel(
    { ...TWO, limit: 3 },
    async (spec) => {
      played.push(spec.seed);
      return record(spec, [1, 1]);
    },
    100,
  );
  expect(standing).toMatchObject({ decision: 'limit', groups: 3 });
  expect(played).toEqual([10, 10, 11, 11, 12, 12]);
});

test('a pair with an unplayable match is replaced by a new pair', async () => {
  const spoils = (spec: MatchSpec) => spec.id === 'g1-m1' || spec.id === 'g2-m0';
  const { standing, spoiled, records } = await playDuel(
    { ...TWO, limit: 3 },
    async (spec) => record(spec, [1, 1], spoils(spec) ? { failure: 'the worker died' } : {}),
    1,
  );
  expect(standing.groups).toBe(3);
  expect(spoiled).toBe(2);
  expect(records.map(({ seed }) => seed)).toEqual([10, 10, 13, 13, 14, 14]);
});

test.each([
  [1, 11],
  [2, 11],
])('a duel is given up if one pair in %i can’t be played', async (every, spoiled) => {
  const result = await playDuel(
    { ...TWO, limit: 1000 },
    async (spec) => record(spec, [1, 1], (spec.seed - 10) % every === 0 ? { failure: 'the worker died' } : {}),
    1,
  );
  expect(result.standing.decision).toBe('more');
  expect(result.spoiled).toBe(spoiled);
});

test('a duel continues if one pair in three can’t be played', async () => {
  const failure = 'the worker died';
  const result = await playDuel(
    { ...TWO, limit: 40 },
    async (spec) => record(spec, [1, 1], spec.seed % 3 === 0 ? { failure } : {}),
    1,
  );
  expect(result.standing).toMatchObject({ decision: 'limit', groups: 40 });
});

test('a player that failed in a match loses the match, whatever its score', async () => {
  const { wins } = await playDuel(
    { ...TWO, limit: 1 },
    async (spec) =>
      record(spec, [9, 9], { faults: [{ seat: spec.players.indexOf(0), round: 0, fault: 'crash', sentence: '' }] }),
    1,
  );
  expect(wins).toEqual({ won: 0, drawn: 0, lost: 2 });
});

test('an error in a match ends the duel with that error', async () => {
  await expect(playDuel(TWO, async () => Promise.reject(new Error('no worker')), 8)).rejects.toThrow('no worker');
});

test('a bot plays all seats of its side, and the sides are swapped', async () => {
  const plan = { ...TWO, limit: 2, teams: [0, 1, 0, 1] };
  expect(groupSpecs(plan, 3)).toEqual([
    { id: 'g3-m0', board: -1, seed: 13, players: [0, 1, 0, 1], teams: [0, 1, 0, 1] },
    { id: 'g3-m1', board: -1, seed: 13, players: [1, 0, 1, 0], teams: [0, 1, 0, 1] },
  ]);
  // Three teams of two: a filler plays the third team.
  const three = groupSpecs({ ...plan, seats: 3, fillers: 1, teams: [0, 1, 2, 0, 1, 2] }, 0);
  expect(three.map(({ players }) => players)).toEqual([
    [0, 1, 2, 0, 1, 2],
    [1, 0, 2, 1, 0, 2],
  ]);
  // If one of NEW's seats fails, its team keeps its place. If both fail, NEW loses.
  const failing = (seats: (spec: MatchSpec) => readonly number[]) =>
    playDuel(
      plan,
      async (spec) =>
        record(spec, NEW_BEST(spec), {
          faults: seats(spec).map((seat) => ({ seat, round: 0, fault: 'crash', sentence: '' })),
        }),
      1,
    );
  expect((await failing(({ players }) => [players.indexOf(0)])).wins).toMatchObject({ won: 4, lost: 0 });
  const all = await failing(({ players }) => players.flatMap((player, seat) => (player === 0 ? [seat] : [])));
  expect(all.wins).toMatchObject({ won: 0, lost: 4 });
});
