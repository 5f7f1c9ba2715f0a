import { describe, expect, test } from 'vitest';
import { type RevealStep, reveal } from './reveal.ts';
import { standing } from './standing.ts';
import { byChance, byList, FORMATS, madeSetup, madeTerms, playedRound, resultOf } from './testing/made.ts';

const stepsOf = (played: ReturnType<typeof playedRound>): RevealStep[] => [...reveal(played.state, played.results)];

describe.each(Object.entries(FORMATS))('the reveal of a “%s” final', (_, format) => {
  test.each([2, 4])('lists every entrant, and shows each loser once per life (seats: %i)', (seats) => {
    for (const entrants of [1, 2, 5, 9]) {
      const played = playedRound(madeSetup(madeTerms(format, seats), entrants), byChance(entrants, 4));
      const lives = format.kind === 'knock-out' ? format.lives : 1;
      const told = new Map<number, number>();
      for (const step of stepsOf(played)) {
        const rows = step.kind === 'cut' ? step.rows.filter(({ stays }) => !stays) : step.rows;
        for (const { entrant } of rows) told.set(entrant, (told.get(entrant) ?? 0) + (step.kind === 'cut' ? 1 : lives));
      }
      const table = standing(played.state);
      expect([...told.keys()].sort((a, b) => a - b)).toEqual(table.map(({ entrant }) => entrant).sort((a, b) => a - b));
      for (const { entrant, place } of table) if (place > 1) expect(told.get(entrant), `${entrant}`).toBe(lives);
    }
  });
});

test('the decisive match is the last match that changed the cut', () => {
  const terms = madeTerms({ kind: 'knock-out', matches: 4, lives: 1 }, 2);
  // The first entrant is behind after one match, level after two, and ahead from the third.
  const scores = [-1, 1, 1, 1];
  const played = playedRound(madeSetup(terms, 2), (match) =>
    resultOf(
      match,
      match.sits.map(({ index }) => (index === 0 ? scores[match.number - 1] : 0)),
    ),
  );
  const [cut] = stepsOf(played);
  expect(cut).toMatchObject({ kind: 'cut', decisive: 3, playedOn: [], drawn: [] });
});

test('the decisive match after a tie is one of the tie-breaks, or absent if the order was drawn by lot', () => {
  const terms = madeTerms({ kind: 'knock-out', matches: 2, lives: 1 }, 2);
  const even = (match: Parameters<typeof byList>[0]) => resultOf(match, [1, 1]);
  const on = stepsOf(playedRound(madeSetup(terms, 2), (match) => (match.playOn === 0 ? even(match) : byList(match))));
  expect(on[0]).toMatchObject({ decisive: 3, playedOn: [3, 4], drawn: [] });
  const drawn = stepsOf(playedRound(madeSetup(terms, 2), even));
  expect(drawn[0]).toMatchObject({ decisive: null, drawn: expect.arrayContaining([1, 2]) });
  expect(drawn[0].kind === 'cut' && drawn[0].playedOn).toHaveLength(20);
});

test('a round robin is revealed from the last place to the first', () => {
  const played = playedRound(madeSetup(madeTerms(FORMATS['round-robin'], 2), 4), byList);
  const places = stepsOf(played).map((step) => step.kind === 'place' && step.place);
  expect(places).toEqual([4, 3, 2, 1]);
});
