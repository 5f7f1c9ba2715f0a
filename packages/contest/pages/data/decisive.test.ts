import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisiveRound } from './decisive.ts';

test('the decisive round is the first round from which the final leaders stay in front', () => {
  expect(decisiveRound([])).toBe(0);
  expect(decisiveRound([[], []])).toBe(0);
  expect(
    decisiveRound([
      [0, 1, 2, 2, 3],
      [0, 2, 2, 1, 1],
    ]),
  ).toBe(3);
  // A tie at the end, reached in round 3.
  expect(
    decisiveRound([
      [0, 1, 1, 2],
      [0, 0, 2, 2],
    ]),
  ).toBe(3);
});

test('the leaders change just before the decisive round, but not after it', () => {
  const seats = fc.integer({ min: 0, max: 12 }).chain((rounds) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: rounds, maxLength: rounds }), {
      minLength: 2,
      maxLength: 4,
    }),
  );
  const front = (curve: number[][], round: number) => {
    const most = Math.max(...curve.map((seat) => seat[round]));
    return curve.map((seat) => seat[round] === most);
  };
  fc.assert(
    fc.property(seats, (curve) => {
      const found = decisiveRound(curve);
      const rounds = curve[0].length;
      for (let round = found; round < rounds; round++) expect(front(curve, round)).toEqual(front(curve, rounds - 1));
      if (found > 0) expect(front(curve, found - 1)).not.toEqual(front(curve, rounds - 1));
    }),
  );
});
