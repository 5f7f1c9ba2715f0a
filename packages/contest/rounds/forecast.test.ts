import { expect, test } from 'vitest';
import { fewestMatches } from './forecast.ts';
import { byList, FORMATS, madeSetup, madeTerms, playedRound } from './testing/made.ts';

test.each(Object.entries(FORMATS))('%s: the forecast is the number of matches of the plan', (_, format) => {
  for (const seats of [2, 3, 4])
    for (const entrants of [2, 3, 4, 5, 9]) {
      const { state } = playedRound(madeSetup(madeTerms(format, seats, { playOn: 0 }), entrants), byList);
      expect(fewestMatches(format, seats, entrants), `${entrants} at tables of ${seats}`).toBe(state.matches.length);
    }
});

test('a round of fewer than two has no matches', () => {
  for (const format of Object.values(FORMATS)) expect(fewestMatches(format, 4, 1)).toBe(0);
});
