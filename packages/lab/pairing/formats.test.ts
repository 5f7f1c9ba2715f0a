import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describe, expect, test } from 'vitest';
import { gauntlet, lastOut, roundRobin, swiss } from './formats.ts';
import { doubleElimination, singleElimination } from './knockout.ts';
import { pairBySimilarity } from './similar.ts';
import type { PlayedStage, Stage, TableResult, TournamentFormat, TournamentSetup } from './tables.ts';

type Judge = (stage: Stage) => TableResult[];

/** The entrant with the lower number always wins. */
const byNumber: Judge = (stage) =>
  stage.tables.map(({ players }) => ({
    shares: players.map((p) => players.filter((q) => q > p).length / (players.length - 1)),
    scores: players.map((p) => 100 - p),
  }));
const byChance = (seed: number): Judge => {
  const random = new Lehmer(seed);
  return (stage) =>
    stage.tables.map(({ players }) => {
      const order = random.permutation(players.length);
      return { shares: order.map((place) => place / (players.length - 1)), scores: order };
    });
};

function run(format: TournamentFormat, judge: Judge): PlayedStage[] {
  const played: PlayedStage[] = [];
  for (let stage = format.next(played); stage; stage = format.next(played)) {
    if (played.length > 200) throw new Error('the tournament does not end');
    expect(stage.tables.length).toBeGreaterThan(0);
    played.push({ stage, results: judge(stage) });
  }
  return played;
}

const FORMATS: Record<string, (setup: TournamentSetup) => TournamentFormat> = {
  roundrobin: (setup) => roundRobin(setup),
  swiss: (setup) => swiss(setup),
  gauntlet: (setup) => gauntlet(setup),
  single: singleElimination,
  double: doubleElimination,
  course: (setup) => lastOut(setup),
};

describe.each(Object.entries(FORMATS))('the tournament format %s', (_, make) => {
  for (const seats of [2, 4])
    for (const entrants of [2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 17]) {
      test(`fills each table, comes to an end, ranks everyone once, and is reproducible (${entrants} entrants at tables of ${seats})`, () => {
        const setup = { entrants, seats, seed: 7 };
        const played = run(make(setup), byChance(entrants));
        for (const { stage } of played) {
          const busy: number[] = [];
          for (const table of stage.tables) {
            expect(table.players).toHaveLength(seats);
            expect(table.standIns.length).toBeLessThan(seats - 1);
            const real = table.players.filter((__, place) => !table.standIns.includes(place));
            expect(new Set(real).size, 'nobody counts twice at a table').toBe(real.length);
            busy.push(...real);
          }
          for (const bye of stage.byes) expect(busy).not.toContain(bye);
        }
        const standings = make(setup).standings(played);
        expect(standings.map((line) => line.entrant).sort((a, b) => a - b)).toEqual([...Array(entrants).keys()]);
        expect(run(make(setup), byChance(entrants))).toEqual(played);
      });
    }

  test('lets the strongest entrant win, and derives each stage only from the previous results', () => {
    for (const seats of [2, 4]) {
      const setup = { entrants: 9, seats, seed: 1 };
      const played = run(make(setup), byNumber);
      expect(make(setup).standings(played)[0]).toMatchObject({ entrant: 0, rank: 1 });
      for (let i = 0; i < played.length; i++) expect(make(setup).next(played.slice(0, i))).toEqual(played[i].stage);
    }
  });
});

test('a round robin with two seats plays every pair once, with first seats balanced to within one', () => {
  for (const entrants of [2, 5, 8, 11]) {
    const { tables } = roundRobin({ entrants, seats: 2, seed: 1 }).next([])!;
    const pairs = tables.map((table) => [...table.players].sort((a, b) => a - b).join('-'));
    expect(new Set(pairs).size).toBe((entrants * (entrants - 1)) / 2);
    expect(pairs).toHaveLength((entrants * (entrants - 1)) / 2);
    const first = Array.from({ length: entrants }, (_, e) => tables.filter((table) => table.players[0] === e).length);
    expect(Math.max(...first) - Math.min(...first)).toBeLessThanOrEqual(1);
  }
});

test('the Swiss system avoids repeated pairs and second byes, and finds the best pairing', () => {
  for (const entrants of [7, 8, 12, 16]) {
    const played = run(swiss({ entrants, seats: 2, seed: 3 }, 5), byChance(entrants));
    const met = played.flatMap(({ stage }) => stage.tables.map((t) => [...t.players].sort((a, b) => a - b).join('-')));
    expect(new Set(met).size, `${entrants} entrants`).toBe(met.length);
    const rested = played.flatMap(({ stage }) => stage.byes);
    expect(new Set(rested).size).toBe(rested.length);
  }
  const random = new Lehmer(2);
  for (let trial = 0; trial < 40; trial++) {
    const points = Array.from({ length: 8 }, () => random.range(0, 4)).sort((a, b) => b - a);
    const met = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => (random.range(0, 3) === 0 ? 1 : 0)));
    const cost = (a: number, b: number) => (points[a] - points[b]) ** 2 + 1000 * met[Math.min(a, b)][Math.max(a, b)];
    const found = pairBySimilarity(points, 2, (a, b) => met[Math.min(a, b)][Math.max(a, b)], new Lehmer(trial));
    expect(found.reduce((sum, [a, b]) => sum + cost(a, b), 0)).toBe(cheapest([0, 1, 2, 3, 4, 5, 6, 7], cost));
  }
});

function cheapest(left: number[], cost: (a: number, b: number) => number): number {
  if (left.length === 0) return 0;
  const [first, ...others] = left;
  return Math.min(
    ...others.map(
      (other) =>
        cost(first, other) +
        cheapest(
          others.filter((x) => x !== other),
          cost,
        ),
    ),
  );
}

test('single elimination gives everyone but the winner one loss, and the two best entrants meet last', () => {
  const played = run(singleElimination({ entrants: 11, seats: 2, seed: 1 }), byNumber);
  expect(played).toHaveLength(4);
  expect(played.flatMap(({ stage }) => stage.tables)).toHaveLength(10);
  expect(played[0].stage.byes).toEqual([0, 1, 2, 3, 4]);
  expect(played.slice(1).flatMap(({ stage }) => stage.byes)).toEqual([]);
  expect(played.at(-1)!.stage.tables[0].players).toEqual([0, 1]);
});

test('double elimination drops a player after two losses, so an undefeated finalist must lose the final twice', () => {
  const format = doubleElimination({ entrants: 8, seats: 2, seed: 1 });
  // Entrant 0 loses its first match and wins all others.
  let first = true;
  const judge: Judge = (stage) =>
    byNumber(stage).map((result, t) => {
      if (!first || stage.tables[t].players[0] !== 0) return result;
      first = false;
      return { shares: [0, 1], scores: [0, 1] };
    });
  const played = run(format, judge);
  expect(played.at(-1)!.stage.name).toBe('Final');
  expect(played.at(-2)!.stage.name).toBe('Final');
  expect(format.standings(played)[0].entrant).toBe(0);
  const losses = new Map<number, number>();
  for (const { stage, results } of played)
    stage.tables.forEach((table, t) => {
      const loser = table.players[results[t].shares[0] > results[t].shares[1] ? 1 : 0];
      losses.set(loser, (losses.get(loser) ?? 0) + 1);
    });
  expect([...losses.entries()].filter(([e]) => e !== 0).map(([, n]) => n)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(losses.get(0)).toBe(1);
});

test('lastOut eliminates the last-placed entrant in each round until one entrant is left', () => {
  const format = lastOut({ entrants: 6, seats: 4, seed: 1 }, 8);
  const played = run(format, byNumber);
  expect(played).toHaveLength(5);
  expect(format.standings(played).map((line) => line.entrant)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(format.standings(played)[5].note).toBe('out in round 1');
  // Three entrants are left: the last one eliminated fills the free seat.
  for (const table of played[3].stage.tables) expect(table.standIns.map((i) => table.players[i])).toEqual([3]);
});

test('a gauntlet’s challenger meets everyone, and plays equally often in every seat', () => {
  const { tables } = gauntlet({ entrants: 10, seats: 4, seed: 1 }).next([])!;
  const opponents = tables.flatMap((table) => table.players.filter((p) => p !== 0));
  const counts = Array.from({ length: 9 }, (_, i) => opponents.filter((p) => p === i + 1).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  for (let seat = 0; seat < 4; seat++)
    expect(tables.filter((table) => table.players[seat] === 0)).toHaveLength(tables.length / 4);
});

test('every format except double elimination predicts its number of tables', () => {
  for (const entrants of [2, 3, 5, 8, 11])
    for (const seats of [2, 4]) {
      const setup = { entrants, seats, seed: 1 };
      const formats = [roundRobin(setup), swiss(setup), gauntlet(setup), lastOut(setup, 8), singleElimination(setup)];
      for (const format of formats) {
        const tables = run(format, byNumber).reduce((sum, { stage }) => sum + stage.tables.length, 0);
        expect(format.tables(), `${format.id}, ${entrants} for ${seats}`).toBe(tables);
      }
    }
});

test('lastOut and single elimination report it if only the order of the list decides who is eliminated', () => {
  const allLevel: Judge = (stage) =>
    stage.tables.map(({ players }) => ({ shares: players.map(() => 0.5), scores: players.map(() => 1) }));
  for (const make of [lastOut, singleElimination]) {
    const level = make({ entrants: 4, seats: 2, seed: 1 });
    for (const { note, rank } of level.standings(run(level, allLevel))) if (rank > 1) expect(note).toContain('level');
    const clear = make({ entrants: 4, seats: 2, seed: 1 });
    for (const { note } of clear.standings(run(clear, byNumber))) expect(note).not.toContain('level');
  }
});

test('a gauntlet’s standings are sorted by points, and a round robin’s points are rounded', () => {
  const format = gauntlet({ entrants: 4, seats: 2, seed: 1 });
  const lines = format.standings(run(format, byNumber));
  expect(lines.map(({ points }) => points)).toEqual(lines.map(({ points }) => points).toSorted((a, b) => b - a));
  const robin = roundRobin({ entrants: 7, seats: 4, seed: 1 });
  for (const { points } of robin.standings(run(robin, byNumber)))
    expect(String(points).replace('.', '').length).toBeLessThanOrEqual(11);
});
