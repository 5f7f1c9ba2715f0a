import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveVersion, MatchResult, PlannedMatch } from '../words.ts';
import { drawBatch, NEAR, tablesOf } from './draw.ts';
import { REST_AFTER } from './field.ts';
import { Memory } from './memory.ts';
import { modelResult } from './model.ts';
import { Random } from './random.ts';
import { table } from './table.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const BOARDS = ['one', 'two', 'three'];
const BUILTINS: LiveVersion[] = ['Weak', 'Fair', 'Good', 'Best'].map((builtin, i) => ({
  version: -1 - i,
  entrant: -1 - i,
  since: 0,
  builtin,
}));
const entrants = (count: number): LiveVersion[] =>
  Array.from({ length: count }, (_, i) => ({ version: i + 1, entrant: i + 1, since: 1 }));

const EMPTY = { secret: SECRET, results: [], underWay: [], retired: [], boards: BOARDS, seats: 4 };

/** A field of versions, some of which haven't played. */
const situation = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    builtins: fc.integer({ min: 0, max: 4 }),
    seats: fc.integer({ min: 2, max: 4 }),
    number: fc.integer({ min: 1, max: 1000 }),
    played: fc.array(fc.array(fc.nat(11), { minLength: 2, maxLength: 4 }), { maxLength: 80 }),
  })
  .map(({ count, builtins, seats, number, played }) => ({
    secret: SECRET,
    number,
    live: [...entrants(count), ...BUILTINS.slice(0, builtins)],
    results: played.map((versions, match): MatchResult => {
      // Some of these versions were retired after their matches.
      const seats = versions.map((version, seat) => ({ version: version + 1, seat, points: 0, place: seat + 1 }));
      return { match: match + 1, board: 'one', seats };
    }),
    underWay: [],
    retired: [],
    boards: BOARDS,
    seats,
  }));
const shuffled = <T>(list: readonly T[], seed: number): T[] => new Random(SECRET, seed).shuffled(list);

const gamesOf = (matches: readonly { readonly seats: readonly number[] }[]): Map<number, number[]> => {
  const seats = new Map<number, number[]>();
  for (const match of matches)
    match.seats.forEach((version, seat) => {
      const counts = seats.get(version) ?? match.seats.map(() => 0);
      counts[seat]++;
      seats.set(version, counts);
    });
  return seats;
};

describe('a wave', () => {
  test('repeats a match in the same seats after it was void once, and with one version at a time after it was void twice', () => {
    const owed = [
      { seats: [3, 1, 99, -2], times: 1 },
      { seats: [4, 2, 99, 3], times: 2 },
      { seats: [98, 99, -1, -1], times: 1 },
      { seats: [1, 2], times: 1 },
    ];
    const live = [...entrants(6), ...BUILTINS];
    const given = { ...EMPTY, number: 3, live };
    const plain = drawBatch(given);
    const more = drawBatch({ ...given, owed });
    expect(more.slice(0, plain.length)).toEqual(plain);
    const again = more.slice(plain.length).map(({ seats }) => seats.map((version) => (version < 0 ? 0 : version)));
    expect(again).toEqual([
      [3, 1, 0, 0],
      // A match that is void twice is void because of its combination of players.
      [4, 0, 0, 0],
      [0, 2, 0, 0],
      [0, 0, 0, 3],
    ]);
    expect(more[plain.length].seats[3]).toBe(-2);
    expect(new Set(more.map(({ seed }) => seed)).size).toBe(more.length);
    expect(drawBatch({ ...given, owed, live: shuffled(live, 5) })).toEqual(more);
  });

  test('doesn’t depend on the order of results or live versions', () => {
    fc.assert(
      fc.property(situation, fc.nat(100), (given, seed) => {
        const mixed = { ...given, results: shuffled(given.results, seed), live: shuffled(given.live, seed) };
        expect(drawBatch(mixed)).toEqual(drawBatch(given));
      }),
    );
  });

  test('changes with the secret and with the wave’s number', () => {
    const given = { ...EMPTY, number: 3, live: entrants(20) };
    expect(drawBatch({ ...given, number: 4 })).not.toEqual(drawBatch(given));
    expect(drawBatch({ ...given, secret: SECRET.replace('0', '1') })).not.toEqual(drawBatch(given));
    expect(() => drawBatch({ ...given, secret: 'no secret' })).toThrow('64');
  });

  test('gives each version every seat equally often, on the contest’s boards, with seeds below 2³¹', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const batch = drawBatch(given);
        for (const [, seats] of gamesOf(batch)) expect(new Set(seats).size).toBe(1);
        for (const match of batch) {
          expect(match.seats).toHaveLength(given.seats);
          expect(BOARDS).toContain(match.board);
          expect(match.seed).toMatch(/^\d{1,10}$/);
          expect(Number(match.seed)).toBeLessThan(2 ** 31);
        }
        expect(batch.map(({ number }) => number)).toEqual(batch.map((_, i) => i + 1));
        expect(batch.length).toBeLessThanOrEqual(tablesOf(given.live.length) * given.seats);
      }),
    );
  });

  test('seats no bot twice in a match if there are enough bots, and fills only free seats with built-in bots', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const own = given.live.filter(({ builtin }) => builtin === undefined).length;
        for (const { seats } of drawBatch(given)) {
          if (given.live.length >= given.seats) expect(new Set(seats).size).toBe(given.seats);
          const fillers = seats.filter((version) => version < 0).length;
          expect(fillers).toBe(given.live.length > own ? Math.max(0, given.seats - own) : 0);
        }
      }),
    );
  });

  test('includes a version that has played the fewest games', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const batch = drawBatch(given);
        if (batch.length === 0) return;
        const games = (version: number) =>
          given.results.filter(({ seats }) => seats.some((seat) => seat.version === version)).length;
        const own = given.live.filter(({ builtin }) => builtin === undefined).map(({ version }) => version);
        const fewest = Math.min(...own.map(games));
        const playing = gamesOf(batch);
        expect(own.some((version) => games(version) === fewest && playing.has(version))).toBe(true);
      }),
    );
  });

  test('is empty without entrants, or with one entrant and no built-in bots', () => {
    const given = { ...EMPTY, number: 1 };
    expect(drawBatch({ ...given, live: [] })).toEqual([]);
    expect(drawBatch({ ...given, live: BUILTINS })).toEqual([]);
    expect(drawBatch({ ...given, live: entrants(1) })).toEqual([]);
  });
});

/** Plays batches until no version needs games. Each batch is drawn while the previous one is running. */
class Ladder {
  readonly results: MatchResult[][] = [];
  readonly batches: PlannedMatch[][] = [];
  live: LiveVersion[];
  retired: LiveVersion[] = [];
  readonly seats: number;
  private readonly random = new Random(SECRET, 0);
  private readonly strength: (version: number) => number;

  constructor(live: LiveVersion[], seats: number, strength: (version: number) => number) {
    this.live = live;
    this.seats = seats;
    this.strength = strength;
  }

  /** Returns false if there is nothing to play. */
  step(): boolean {
    const number = this.batches.length + 1;
    const { live, seats } = this;
    const results = this.results.slice(0, -1).flat();
    const underWay = this.batches.at(-1)?.map((match) => match.seats) ?? [];
    const batch = drawBatch({ ...EMPTY, number, live, retired: this.retired, results, underWay, seats });
    this.batches.push(batch);
    this.results.push(
      batch.map((match, i) => modelResult(match, 1000 * number + i, (version) => this.strength(version), this.random)),
    );
    return batch.length > 0;
  }

  /** Plays until there is nothing to play, or more than `most` matches have been played. */
  play(most = Number.POSITIVE_INFINITY): void {
    // One empty batch isn't enough to stop: the results of the previous batch weren't known yet.
    for (let idle = 0; idle < 2 && this.batches.flat().length <= most; ) idle = this.step() ? 0 : idle + 1;
  }

  get rows() {
    return table(this.results.flat(), this.live);
  }

  get own(): LiveVersion[] {
    return this.live.filter(({ builtin }) => builtin === undefined);
  }
}

const spread = (count: number) => (version: number) =>
  version < 0 ? -500 : count < 2 ? 0 : ((version - 1) / (count - 1) - 0.5) * 1000;

describe('the ladder', () => {
  for (const [count, seats] of [1, 2, 3, 5, 24].flatMap((count) => [2, 3, 4].map((seats) => [count, seats]))) {
    test(`gives each entrant enough games, about equally many in total and in each seat, and then settles (entrants: ${count}, seats: ${seats})`, () => {
      const ladder = new Ladder([...entrants(count), ...BUILTINS], seats, spread(count));
      ladder.play();
      const games = ladder.rows.map((row) => row.games);
      expect(Math.min(...games)).toBeGreaterThanOrEqual(REST_AFTER);
      expect(Math.max(...games) / Math.min(...games)).toBeLessThanOrEqual(1.3);
      for (const [version, counts] of gamesOf(ladder.batches.flat()))
        if (version > 0) expect(Math.max(...counts) - Math.min(...counts)).toBe(0);
      expect(ladder.step()).toBe(false);
    });
  }

  test('draws more than 80% of opponents close in rating, and lets all entrants in a small field meet', () => {
    const ladder = new Ladder([...entrants(40), ...BUILTINS], 4, spread(40));
    ladder.play();
    const rating = new Map(ladder.rows.map((row) => [row.version, row.rating]));
    let [near, all] = [0, 0];
    for (const { seats } of ladder.batches.flat())
      for (const one of seats)
        for (const other of seats)
          if (one !== other) {
            all++;
            if (Math.abs(rating.get(one)! - rating.get(other)!) <= NEAR) near++;
          }
    expect(near / all).toBeGreaterThan(0.8);
    const small = new Ladder(entrants(5), 4, spread(5));
    for (let i = 0; i < 2; i++) small.step();
    const met = new Set(
      small.batches.flat().flatMap(({ seats }) => seats.flatMap((a) => seats.map((b) => `${a} ${b}`))),
    );
    expect(met.size).toBe(25);
  });

  test.each([2, 4])('settles again after each newcomer joins a small field, in matches with %i seats', (seats) => {
    const ladder = new Ladder([...entrants(1), ...BUILTINS], seats, spread(seats));
    ladder.play();
    for (let count = 2; count <= seats + 1; count++) {
      const before = ladder.batches.flat().length;
      ladder.live = [...entrants(count), ...BUILTINS];
      ladder.play(before + 2 * REST_AFTER);
      expect(ladder.step()).toBe(false);
      expect(ladder.rows.find(({ version }) => version === count)!.games).toBeGreaterThanOrEqual(REST_AFTER);
    }
  });

  test('lets a new version catch up first, and plays few matches without it', () => {
    const ladder = new Ladder([...entrants(20), ...BUILTINS], 4, spread(20));
    ladder.play();
    const before = ladder.batches.flat().length;
    ladder.live = [
      ...ladder.live.filter(({ version }) => version !== 7),
      { version: 21, entrant: 7, since: ladder.batches.length + 1, before: [7] },
    ];
    ladder.play();
    const since = ladder.batches.flat().slice(before);
    // The new version gives other versions more games. Versions with far fewer games than most don't rest either. A few
    // tables are for top versions that haven't met.
    expect(since.slice(0, 160).filter(({ seats }) => seats.includes(21)).length).toBeGreaterThanOrEqual(148);
    expect(since.length).toBeLessThan(2 * REST_AFTER);
    const row = ladder.rows.find(({ version }) => version === 21)!;
    expect(row.games).toBeGreaterThanOrEqual(REST_AFTER);
    expect(row.games).toBeLessThanOrEqual(REST_AFTER + 60);
  });
});

describe('the leaderboard', () => {
  const played = new Ladder([...entrants(12), ...BUILTINS], 4, spread(12));
  played.play();
  const results = played.results.flat();

  test('doesn’t depend on the order of results or live versions', () => {
    const first = JSON.stringify(table(results, played.live));
    for (let seed = 1; seed <= 5; seed++)
      expect(JSON.stringify(table(shuffled(results, seed), shuffled(played.live, seed)))).toBe(first);
  });

  test('has intervals that contain the true ratings of at least 10 of 12 versions', () => {
    const inside = played.rows.filter(
      ({ version, rating, plusMinus }) => Math.abs(rating - 1500 - spread(12)(version)) <= plusMinus,
    );
    expect(inside.length).toBeGreaterThanOrEqual(10);
  });

  test('gives a new version its predecessor’s place, with a wide interval', () => {
    const before = played.rows.find(({ version }) => version === 3)!;
    const live = played.live.map((each) =>
      each.version === 3 ? { ...each, version: 14, since: 999, before: [13, 3] } : each,
    );
    const after = table(results, live);
    const row = after.find(({ version }) => version === 14)!;
    expect(row.place).toBe(before.place);
    expect(Math.abs(row.rating - before.rating)).toBeLessThan(0.02);
    expect(row.games).toBe(0);
    expect(row.plusMinus).toBeGreaterThan(5 * before.plusMinus);
    expect(after.map(({ version }) => version)).not.toContain(3);
    // The ratings of other versions don't change.
    for (const other of after.filter(({ version }) => version !== 14))
      expect(
        Math.abs(other.rating - played.rows.find(({ version }) => version === other.version)!.rating),
      ).toBeLessThan(0.02);
  });

  test('lists neither built-in bots nor withdrawn versions, and is empty without entrants', () => {
    const two = played.live.filter(({ version }) => version === 2 || version === 5 || version < 0);
    expect(
      table(results, two)
        .map(({ version }) => version)
        .sort(),
    ).toEqual([2, 5]);
    expect(table([], [])).toEqual([]);
    expect(table([], entrants(2)).map(({ place, rating, games }) => [place, rating, games])).toEqual([
      [1, 1500, 0],
      [1, 1500, 0],
    ]);
  });
});

test('drawBatch draws the same matches with or without a memory of earlier waves', () => {
  const memory = new Memory();
  const ladder = new Ladder([...entrants(9), ...BUILTINS], 4, spread(9));
  for (let i = 0; i < 12; i++) {
    if (i === 7)
      ladder.live = ladder.live.map((each) => (each.version === 4 ? { ...each, version: 10, before: [4] } : each));
    ladder.step();
    const question = { ...EMPTY, number: i + 1, live: ladder.live, results: ladder.results.slice(0, i).flat() };
    expect(drawBatch(question, memory)).toEqual(drawBatch(question));
  }
});

describe('replaced versions', () => {
  const live = (count: number) =>
    entrants(count).map((each) => ({ ...each, version: each.version + 100, before: [each.version] }));

  test('play against other entrants’ versions that still need games, but not against their own entrant’s versions', () => {
    const ladder = new Ladder([...entrants(12), ...BUILTINS], 4, spread(12));
    ladder.play();
    ladder.live = [...entrants(12).slice(1), live(1)[0], ...BUILTINS];
    ladder.play();
    const before = ladder.batches.flat().length;
    ladder.retired = [
      { version: 1, entrant: 1, since: 1 },
      { version: 101, entrant: 1, since: 1 },
    ];
    ladder.live = [
      ...entrants(12).slice(1, 11),
      { version: 201, entrant: 1, since: 1, before: [101, 1] },
      { version: 212, entrant: 12, since: 1, before: [12] },
      ...BUILTINS,
    ];
    ladder.retired.push({ version: 12, entrant: 12, since: 1 });
    ladder.play();
    const since = ladder.batches
      .flat()
      .slice(before)
      .map(({ seats }) => seats);
    const owner = new Map([
      [1, 1],
      [101, 1],
      [201, 1],
      [12, 12],
      [212, 12],
    ]);
    for (const seats of since) {
      const owners = seats.map((version) => owner.get(version) ?? version);
      expect(new Set(owners).size).toBe(owners.length);
    }
    expect(since.some((seats) => seats.some((version) => [1, 101, 12].includes(version)))).toBe(true);
  });
});
