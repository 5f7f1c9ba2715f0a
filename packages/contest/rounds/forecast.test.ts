import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchCount } from './forecast.ts';
import { byChance, byList, FORMATS, madeSetup, madeTerms, playedRound, resultOf } from './testing/made.ts';

test.each(Object.entries(FORMATS))(
  'a final without ties has the forecast’s minimum number of matches (%s)',
  (_, format) => {
    for (const seats of [2, 3, 4])
      for (const entrants of [2, 3, 4, 5, 9]) {
        const { state } = playedRound(madeSetup(madeTerms(format, seats, { playOn: 0 }), entrants), byList);
        const { fewest } = matchCount(format, seats, entrants, 20);
        expect(fewest, `${entrants} at tables of ${seats}`).toBe(state.matches.length);
      }
  },
);

test('five bots that always tie play the forecast’s maximum number of matches', () => {
  const format = { kind: 'last-out', matches: 8, out: 1, outPercent: 0 } as const;
  const { state } = playedRound(madeSetup(madeTerms(format, 2), 5), (match) => resultOf(match, [1, 1]));
  expect(matchCount(format, 2, 5, 20)).toEqual({ fewest: 56, most: 196 });
  expect(state.matches).toHaveLength(196);
});

test.each(Object.entries(FORMATS))('a final’s number of matches is in the forecast’s range (%s)', (_, format) => {
  const anyRound = fc.record({
    seats: fc.integer({ min: 2, max: 4 }),
    entrants: fc.integer({ min: 2, max: 9 }),
    playOn: fc.constantFrom(0, 3, 8),
    seed: fc.nat(1000),
    scores: fc.integer({ min: 1, max: 4 }),
  });
  void fc.assert(
    fc.property(anyRound, ({ seats, entrants, playOn, seed, scores }) => {
      const { state } = playedRound(madeSetup(madeTerms(format, seats, { playOn }), entrants), byChance(seed, scores));
      const { fewest, most } = matchCount(format, seats, entrants, playOn);
      expect(state.matches.length).toBeGreaterThanOrEqual(fewest);
      expect(state.matches.length).toBeLessThanOrEqual(most);
    }),
    { numRuns: 60 },
  );
});

test('the forecast for a final with one entrant has no matches', () => {
  for (const format of Object.values(FORMATS)) expect(matchCount(format, 4, 1, 20)).toEqual({ fewest: 0, most: 0 });
});
