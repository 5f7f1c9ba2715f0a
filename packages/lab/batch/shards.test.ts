import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundRobin, swiss } from '../pairing/formats.ts';
import { type DuelPlan, duelRound, playDuel } from './duel.ts';
import type { MatchRecord, MatchSpec } from './plan.ts';
import {
  countShards,
  dealtTo,
  mergeRecords,
  recorded,
  type Stage,
  UnplayedPairError,
  UnplayedStageError,
} from './shards.ts';
import { playTournament } from './tournament.ts';

/** A mock match: the stronger player usually wins, and the seed has an influence. */
const playAlike = (spec: MatchSpec): MatchRecord => ({
  ...spec,
  scores: spec.players.map((player, seat) => (player * 7 + spec.seed * (seat + 3)) % 11),
  reason: 'rounds',
  rounds: 9,
  faults: [],
  used: spec.players.map(() => 0),
  decided: 1,
});

const duel: DuelPlan = {
  ...{ elo0: 0, elo1: 0, alpha: 0.05, beta: 0.05, limit: 30 },
  ...{ seats: 2, fillers: 0, boards: 3, firstSeed: 5 },
};

/** Evaluates a run from its results so far. */
type Run = (known: ReadonlyMap<string, MatchRecord>) => Promise<unknown>;

const runs: Readonly<Record<string, Run>> = {
  'a batch': (known) =>
    recorded(known).playAll(
      Array.from({ length: 23 }, (_, seed) => ({ id: `bx-s${seed}`, board: -1, seed, players: [0, 1] })),
    ),
  'a tournament with one stage': (known) =>
    playTournament(
      roundRobin({ entrants: 5, seats: 2, seed: 3 }, undefined),
      { seats: 2, boards: 2, firstSeed: 3, games: 2 },
      recorded(known).playAll,
    ),
  'a tournament with several stages': (known) =>
    playTournament(
      swiss({ entrants: 6, seats: 2, seed: 3 }, 4),
      { seats: 2, boards: 2, firstSeed: 3, games: 2 },
      recorded(known).playAll,
    ),
  'a duel': async (known) => {
    try {
      return await playDuel(duel, recorded(known).play, 1);
    } catch (error) {
      if (error instanceof UnplayedPairError) throw new UnplayedStageError(duelRound(duel, 10, error.pair));
      throw error;
    }
  },
};

/** The stage to play next; undefined if the run has ended. */
const next = (run: Run, known: ReadonlyMap<string, MatchRecord>): Promise<Stage | undefined> =>
  run(known).then(
    () => undefined,
    (error) => {
      if (error instanceof UnplayedStageError) return error.stage;
      throw error;
    },
  );

test.each(Object.entries(runs))(
  '%s gives the same results with 1 to 30 shards and any order of parts',
  async (_, run) => {
    let whole: ReadonlyMap<string, MatchRecord> = new Map();
    for (let stage = await next(run, whole); stage !== undefined; stage = await next(run, whole))
      whole = mergeRecords([[...whole.values()], stage.flat().map(playAlike)]).records;
    const expected = JSON.stringify(await run(whole));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat()), async (of, chance) => {
        let known: ReadonlyMap<string, MatchRecord> = new Map();
        for (let stage = await next(run, known); stage !== undefined; stage = await next(run, known)) {
          const now = stage;
          const parts = Array.from({ length: of }, (_, i) => dealtTo(now, { index: i + 1, of }).map(playAlike));
          const sizes = parts.map((part) => part.length);
          const perUnit = now[0].length;
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(perUnit);
          const order = parts
            .map((part) => ({ part, at: chance.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ part }) => part);
          // Contains the first part twice.
          known = mergeRecords([[...known.values()], ...order, order[0]]).records;
          expect(countShards(now, of, (id) => known.has(id)).every((each) => each.known === each.matches)).toBe(true);
        }
        expect(JSON.stringify(await run(known))).toBe(expected);
      }),
      { numRuns: 15 },
    );
  },
);

const [RESULT] = [{ id: 'bx-s1', board: -1, seed: 1, players: [0, 1] }].map(playAlike);

test('results that differ only in measured time merge to the same record in any order', () => {
  const other = { ...RESULT, used: [0.5, 0.5] };
  const merged = [
    [[RESULT], [other]],
    [[other], [RESULT]],
  ].map(mergeRecords);
  expect(merged[0].contradiction).toBeUndefined();
  expect(merged[0].records).toEqual(merged[1].records);
});

test('different results for the same match are reported as a contradiction', () => {
  const other = { ...RESULT, scores: [7, 7] };
  expect(mergeRecords([[RESULT], [], [RESULT], [other]]).contradiction).toEqual({ id: 'bx-s1', parts: [0, 3] });
});
