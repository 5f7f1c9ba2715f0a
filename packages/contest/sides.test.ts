import { teamsProblem } from '@ludus/game/teams.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultOf } from './queue/result.ts';
import { ratedResult } from './queue/results.ts';
import { placesOf } from './rounds/places.ts';
import { resultFrom } from './rounds/result.ts';
import { collapseSeats, expandSides, isSameSide, teamsIn } from './sides.ts';
import type { SeatInput } from './words.ts';

/** Teams as in games: numbered in the order of their first seats. */
const teams = fc
  .array(fc.nat(7), { minLength: 2, maxLength: 12 })
  .map((numbers) => {
    const order = [...new Set(numbers)];
    return numbers.map((number) => order.indexOf(number));
  })
  .filter((each) => teamsProblem(each, each.length) === undefined);
const seated = fc.oneof(
  fc.record({ kind: fc.constant('module' as const), module: fc.constant('a'.repeat(64)), version: fc.nat(9) }),
  fc.record({ kind: fc.constant('builtin' as const), name: fc.string() }),
);
/** A match: the player of each side, and the teams, if any. */
const match = fc.option(teams, { nil: undefined }).chain((own) =>
  fc.record({
    own: fc.constant(own),
    sides: own
      ? fc.array(seated, { minLength: Math.max(...own) + 1, maxLength: Math.max(...own) + 1 })
      : fc.array(seated, { minLength: 1, maxLength: 8 }),
  }),
);

test('collapseSeats reverses expandSides, and isSameSide recognises seats on the same side', () => {
  fc.assert(
    fc.property(match, ({ own, sides }) => {
      const seats = expandSides(sides, own);
      expect(collapseSeats(seats)).toEqual(sides);
      expect(teamsIn(seats)).toEqual(own);
      expect(expandSides(collapseSeats(seats), teamsIn(seats))).toEqual(seats);
      for (const [one] of seats.entries())
        for (const [other] of seats.entries())
          expect(isSameSide(seats, one, other)).toBe(own ? own[one] === own[other] : one === other);
    }),
  );
});

test('collapseSeats leaves out a bot’s fuel', () => {
  const side = { kind: 'module' as const, module: 'a'.repeat(64), version: 1 };
  expect(collapseSeats([{ ...side, seconds: 2 }])).toEqual([side]);
});

test('placesOf gives a side’s place to all its seats, and counts each side once', () => {
  fc.assert(
    fc.property(teams, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), (own, numbers) => {
      const sides = numbers.slice(0, Math.max(...own) + 1);
      const scores = own.map((team) => sides[team]);
      const places = placesOf(scores, [], own);
      expect(places).toEqual(own.map((team) => placesOf(sides, [])[team]));
    }),
  );
});

test('placesOf puts a side below the others only when all its seats are disqualified', () => {
  const own = [0, 1, 0, 1];
  expect(placesOf([9, 4, 9, 4], [], own)).toEqual([1, 2, 1, 2]);
  expect(placesOf([9, 4, 9, 4], [0], own)).toEqual([1, 2, 1, 2]);
  expect(placesOf([9, 4, 9, 4], [0, 2], own)).toEqual([2, 1, 2, 1]);
});

test('the ladder and finals get the same result, with one line per side, from a match with two-seat sides', () => {
  const own = [0, 1, 0, 1];
  const sides: SeatInput[] = [7, 4].map((version) => ({ kind: 'module', module: 'a'.repeat(64), version }));
  const seats = expandSides(sides, own);
  const verdicts = [1, 3].map((seat) => ({ seat, round: 3, fault: 'time', sentence: 'late' }));
  const result = resultOf(
    {
      kind: 'finished',
      scores: [2, 6, 2, 6],
      rounds: 9,
      reason: 'the end',
      verdicts,
      used: [0, 0, 0, 0],
      replay: '',
      sidecar: '',
    },
    { seats },
  );
  const expected = {
    match: 5,
    board: 'b',
    seats: [
      { version: 7, seat: 0, points: 2, place: 1 },
      { version: 4, seat: 1, points: 6, place: 2 },
    ],
  };
  expect(ratedResult({ rated: 5, board: 'b', seats, result }, [])).toEqual(expected);
  const planned = { number: 5, board: 'b', seed: '1', seats: [7, 4] };
  expect(resultFrom(planned, { scores: [2, 6, 2, 6], out: [1, 3] }, own)).toEqual(expected);
});
