import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchKey } from './chance.ts';
import { split } from './cuts.ts';
import { after, due, insideOf, roundOf, start } from './round.ts';
import { standing } from './standing.ts';
import type { RoundResult, RoundState, Withdrawal } from './state.ts';
import { byChance, byList, FORMATS, madeSetup, madeTerms, playedRound, resultOf } from './testing/made.ts';

const kinds = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

/** A random round: its setup, and the seed that decides its matches. */
const anyRound = fc
  .record({
    kind: fc.constantFrom(...kinds),
    seats: fc.constantFrom(2, 3, 4),
    entrants: fc.integer({ min: 0, max: 14 }),
    fillers: fc.constantFrom<string[]>([], ['Demo'], ['Demo', 'Null', 'Dummy']),
    order: fc.constantFrom('given' as const, 'drawn' as const),
    counts: fc.constantFrom('places' as const, 'scores' as const),
    playOn: fc.constantFrom(0, 5, 20),
    withdrawn: fc.array(fc.record({ entrant: fc.integer({ min: 1, max: 14 }), stage: fc.nat(4) }), { maxLength: 3 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    scores: fc.integer({ min: 1, max: 9 }),
    annulled: fc.constantFrom(0, 0, 10, 100),
  })
  .map(({ kind, seats, entrants, withdrawn, seed, scores, annulled, ...more }) => {
    const left = withdrawn.filter(({ entrant }) => entrant <= entrants);
    const setup = madeSetup(madeTerms(FORMATS[kind], seats, more), entrants, left);
    return { setup, judge: byChance(seed, scores, annulled), seed };
  });

/** Counts how often each player whose results count had each seat: by index, one number per seat. */
function sat(state: RoundState, stage: number): Map<number, number[]> {
  const seen = new Map<number, number[]>();
  for (const match of state.closed[stage].matches)
    match.sits.forEach(({ index, counts }, seat) => {
      if (!counts) return;
      const seats = seen.get(index) ?? match.sits.map(() => 0);
      seats[seat]++;
      seen.set(index, seats);
    });
  return seen;
}

describe('any final', () => {
  test('numbers its matches consecutively from 1, with separate keys and boards from the terms', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge }) => {
        const { state } = playedRound(setup, judge);
        expect(state.matches.map(({ number }) => number)).toEqual(state.matches.map((_, i) => i + 1));
        for (const match of state.matches) {
          expect(match.seats).toHaveLength(setup.terms.seats);
          expect(match.seed).toBe(matchKey(setup.chance, match.number));
          expect(['a', 'b', 'c']).toContain(match.board);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('gives all entrants in a stage equally many games in each seat, and seats no one twice in a match', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge }) => {
        const { state } = playedRound(setup, judge);
        state.closed.forEach((closed, stage) => {
          const seen = sat(state, stage);
          const rows = [...seen.values()];
          for (const row of rows) expect(row).toEqual(rows[0].map(() => rows[0][0]));
          for (const { sits } of closed.matches) {
            const real = sits.filter(({ counts }) => counts).map(({ index }) => index);
            expect(new Set(real).size).toBe(real.length);
            expect(real.length).toBeGreaterThan(0);
          }
          const here = [...seen.keys(), ...closed.plan.byes].sort((a, b) => a - b);
          expect(here).toEqual(insideOf({ ...state, closed: state.closed.slice(0, stage) }));
        });
      }),
      { numRuns: 30 },
    );
  });

  test('gives the same result, whatever the order in which results arrive', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge, seed }) => {
        const whole = playedRound(setup, judge);
        const results = new Map<number, RoundResult>();
        let state = start(setup);
        let draw = seed;
        while (state.open !== undefined) {
          const open = due(state, results);
          draw = (draw * 48271) % 2147483647;
          const { number } = open[draw % open.length];
          results.set(number, judge(state.matches[number - 1]));
          state = after(state, results);
        }
        expect(standing(state)).toEqual(standing(whole.state));
        expect(state.matches).toEqual(whole.state.matches);
        const backwards = new Map([...results].reverse());
        expect(standing(roundOf(setup, backwards))).toEqual(standing(whole.state));
      }),
      { numRuns: 30 },
    );
  });

  test('never eliminates anyone twice, and lists everyone once in the correct place', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge }) => {
        const { state } = playedRound(setup, judge);
        const out = state.closed.flatMap((closed) => closed.out.flat());
        expect(new Set(out).size).toBe(out.length);
        const table = standing(state);
        expect(table.map(({ entrant }) => entrant).sort((a, b) => a - b)).toEqual(
          setup.entrants.map(({ entrant }) => entrant).sort((a, b) => a - b),
        );
        for (const { place } of table) expect(table.filter((row) => row.place < place)).toHaveLength(place - 1);
      }),
      { numRuns: 30 },
    );
  });

  test('plays tie-breaks up to the final’s limit, equally often for all tied entrants, before the secret breaks the tie', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge }) => {
        const { seats, playOn } = setup.terms;
        for (const closed of playedRound(setup, judge).state.closed) {
          for (const wave of closed.played) {
            const played = new Map<number, number>();
            for (const { sits } of wave)
              for (const { index, counts } of sits) if (counts) played.set(index, (played.get(index) ?? 0) + 1);
            expect([...new Set(played.values())]).toEqual([seats]);
          }
          expect(closed.played.length * seats).toBeLessThanOrEqual(playOn);
          for (const { cut, groups, drawn } of closed.decisions) {
            expect(groups.flat().sort((a, b) => a - b)).toEqual([...cut.members].sort((a, b) => a - b));
            for (const boundary of cut.boundaries)
              expect(split({ groups }, boundary).stay.flat()).toHaveLength(boundary);
            if (drawn.length > 0) expect(closed.played).toHaveLength(Math.floor(playOn / seats));
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('continues without entrants who have withdrawn', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge }) => {
        const { state } = playedRound(setup, judge);
        for (const { entrant, stage } of setup.withdrawn)
          for (const match of state.matches)
            if (match.stage >= stage)
              for (const { index, counts } of match.sits)
                expect(counts && setup.entrants[index]?.entrant === entrant).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('gives everyone the same place for marks when all tie', () => {
    // In Swiss, a bye counts as a win; with full tables, there are no byes.
    for (const kind of kinds)
      for (const seats of [2, 3, 4])
        for (const entrants of [seats, 3 * seats, 4 * seats]) {
          const { state } = playedRound(madeSetup(madeTerms(FORMATS[kind], seats), entrants), (match) =>
            resultOf(
              match,
              match.seats.map(() => 1),
            ),
          );
          const places = standing(state).map(({ markPlace }) => markPlace);
          expect(new Set(places), `${kind} ${seats} ${entrants}`).toEqual(new Set([1]));
        }
  });

  test('never gives a better place a lower mark, and a draw by lot can only improve a mark', () => {
    void fc.assert(
      fc.property(anyRound, ({ setup, judge }) => {
        let before = 1;
        let worst = 1;
        let place = 1;
        for (const row of standing(playedRound(setup, judge).state)) {
          if (row.place > place) [before, worst, place] = [worst, 1, row.place];
          expect(row.markPlace).toBeLessThanOrEqual(row.place);
          expect(row.markPlace).toBeGreaterThanOrEqual(before);
          if (!row.drawn) expect(row.markPlace).toBe(row.place);
          worst = Math.max(worst, row.markPlace);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('is won by an entrant that wins every match', () => {
    for (const kind of kinds)
      for (const seats of [2, 3, 4])
        for (const entrants of [1, 2, 3, 5, 8, 13]) {
          const { state } = playedRound(madeSetup(madeTerms(FORMATS[kind], seats), entrants), byList);
          expect(standing(state)[0], `${kind} ${seats} ${entrants}`).toMatchObject({
            entrant: 1,
            place: 1,
            drawn: false,
          });
        }
  });
});

test('a last-out final eliminates the last-placed entrant in each stage', () => {
  const { state } = playedRound(madeSetup(madeTerms(FORMATS['last-out'], 4), 7), byList);
  expect(standing(state).map(({ entrant, place, out }) => [entrant, place, out])).toEqual([
    [1, 1, null],
    [2, 2, 6],
    [3, 3, 5],
    [4, 4, 4],
    [5, 5, 3],
    [6, 6, 2],
    [7, 7, 1],
  ]);
});

test('a last-out final with a percentage eliminates that share of the entrants in each stage', () => {
  const { state } = playedRound(madeSetup(madeTerms(FORMATS.many, 4), 200), byList);
  expect(state.closed.map(({ out }) => out.flat().length).slice(0, 4)).toEqual([60, 42, 29, 20]);
  expect(
    standing(state)
      .slice(0, 12)
      .every(({ entrant, place }) => entrant === place),
  ).toBe(true);
});

test('a knock-out of eight entrants has three stages, and losers in the same stage share a place', () => {
  const { state } = playedRound(madeSetup(madeTerms(FORMATS['knock-out'], 2), 8), byList);
  expect(standing(state).map(({ place }) => place)).toEqual([1, 2, 3, 3, 5, 5, 5, 5]);
  expect(state.closed).toHaveLength(3);
});

test('tie-breaks at the cut are played until the tie is resolved', () => {
  const setup = madeSetup(madeTerms(FORMATS['last-out'], 2), 3);
  // Everyone ties in every match, except that the first in the list wins in the second deal of tie-breaks.
  const { state } = playedRound(setup, (match) =>
    match.playOn === 2
      ? byList(match)
      : resultOf(
          match,
          match.seats.map(() => 1),
        ),
  );
  expect(state.closed.map(({ played }) => played.length)).toEqual([2, 2]);
  expect(standing(state).map(({ entrant, drawn }) => [entrant, drawn])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
});

test('entrants are ordered by lot if no match decides, and a different secret gives a different order', () => {
  const even = (secret: string) => {
    const setup = madeSetup(madeTerms(FORMATS['last-out'], 2), 6);
    const { state } = playedRound({ ...setup, chance: { ...setup.chance, secret } }, () => 'annulled');
    expect(standing(state).every(({ drawn, matches }) => drawn && matches === 0)).toBe(true);
    return standing(state).map(({ entrant }) => entrant);
  };
  expect(even('1'.repeat(64))).toEqual(even('1'.repeat(64)));
  expect(even('1'.repeat(64))).not.toEqual(even('2'.repeat(64)));
});

test('a round robin plays tie-breaks only for places that matter, and lets other entrants share places', () => {
  const format = { ...FORMATS['round-robin'], decides: 1 };
  const { state } = playedRound(madeSetup(madeTerms(format, 2), 4), (match) =>
    match.playOn === 0 ? resultOf(match, [1, 1]) : byList(match),
  );
  expect(standing(state).map(({ entrant, place }) => [entrant, place])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 4],
  ]);
});

test.each(['round-robin', 'swiss'] as const)('lots aren’t drawn for a place that doesn’t matter (%s)', (kind) => {
  const even = (decides: number) => {
    const format = { ...FORMATS[kind], decides };
    // With an even number of entrants, Swiss has no byes; byes would count as wins.
    const { state } = playedRound(madeSetup(madeTerms(format, 2), 6), (match) => resultOf(match, [1, 1]));
    return standing(state).map(({ place }) => place);
  };
  expect(even(1)).toEqual([1, 2, 2, 2, 2, 2]);
  expect(even(2)).toEqual([1, 2, 3, 3, 3, 3]);
  expect(even(9)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('an entrant eliminated by lot gets the mark of the last entrant who stays', () => {
  // The first entrant wins. Of the entrants who tie behind the winner, one is eliminated by lot, and the others then
  // play for their places.
  const terms = madeTerms(FORMATS['last-out'], 2, { counts: 'scores' });
  const { state } = playedRound(madeSetup(terms, 4), (match) =>
    match.stage > 0
      ? byList(match)
      : resultOf(
          match,
          match.sits.map(({ index }) => (index === 0 ? 2 : 1)),
        ),
  );
  expect(standing(state).map(({ place, drawn, markPlace }) => [place, drawn, markPlace])).toEqual([
    [1, false, 1],
    [2, true, 2],
    [3, true, 3],
    [4, true, 3],
  ]);
});

test('entrants who tie at a cut and are eliminated together share a place', () => {
  const format = { ...FORMATS['last-out'], out: 2 };
  const { state } = playedRound(madeSetup(madeTerms(format, 2, { playOn: 0 }), 5), (match) => resultOf(match, [1, 1]));
  expect(standing(state).map(({ place, drawn }) => [place, drawn])).toEqual([
    [1, true],
    [2, true],
    [2, true],
    [4, true],
    [4, true],
  ]);
});

test('a withdrawal leaves earlier stages unchanged, and places the entrant by the stage of the withdrawal', () => {
  const terms = madeTerms(FORMATS['last-out'], 2);
  const before = playedRound(madeSetup(terms, 5), byList);
  const withdrawn: Withdrawal[] = [{ entrant: 1, stage: 2 }];
  const { state } = playedRound(madeSetup(terms, 5, withdrawn), byList);
  expect(state.closed.slice(0, 2)).toEqual(before.state.closed.slice(0, 2));
  expect(standing(state).map(({ entrant, withdrew }) => [entrant, withdrew])).toEqual([
    [2, null],
    [3, null],
    [1, 3],
    [4, null],
    [5, null],
  ]);
});
