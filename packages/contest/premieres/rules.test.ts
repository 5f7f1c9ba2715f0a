import { describe, expect, test } from 'vitest';
import {
  interestOf,
  isSecret,
  nextStep,
  PATIENCE_MS,
  type PremiereTimes,
  pointsOf,
  promiseOf,
  RESULT_MS,
  showTimes,
} from './rules.ts';

const at = (ms: number): Date => new Date(1_000_000 + ms);
const opened: PremiereTimes = { known: false, opened: at(0), starts: null, ends: null, settled: false };
const shown: PremiereTimes = { ...opened, starts: at(25_000), ends: at(60_000) };

describe('a premiere’s next step', () => {
  test.each([
    ['draw', 'there is no premiere yet', undefined, undefined, 0],
    ['none', 'its match is queued', opened, 'queued', 1000],
    ['none', 'its match is being played', opened, 'leased', 1000],
    ['start', 'its match has been played', opened, 'done', 1000],
    ['abandon', 'its match is void', opened, 'void', 1000],
    ['abandon', 'its match was deleted', opened, undefined, 1000],
    ['abandon', 'its match has been queued for too long', opened, 'queued', PATIENCE_MS + 1],
    ['start', 'its match was played late', opened, 'done', PATIENCE_MS + 1],
    ['none', 'it hasn’t started', shown, 'done', 24_000],
    ['none', 'it is running', shown, 'done', 59_999],
    ['settle', 'it is over', shown, 'done', 60_000],
    ['none', 'its result is being shown', { ...shown, settled: true }, 'done', 61_000],
    ['draw', 'its result has been shown', { ...shown, settled: true }, 'done', 60_000 + RESULT_MS],
  ] as const)('is “%s” when %s', (step, _, premiere, state, ms) => {
    expect(nextStep(premiere, state, at(ms))).toBe(step);
  });
});

describe('times', () => {
  test('a premiere begins once everyone has had time to predict, and its length depends on the number of rounds, within limits', () => {
    expect(showTimes(opened, 100, at(1000))).toEqual({ starts: at(25_000), ends: at(45_000) });
    expect(showTimes(opened, 3, at(1000)).ends).toEqual(at(37_000));
    expect(showTimes(opened, 3000, at(1000)).ends).toEqual(at(85_000));
  });

  test('a premiere whose match was played late leaves pages three seconds to learn about the start', () => {
    expect(showTimes(opened, 100, at(100_000)).starts).toEqual(at(103_000));
  });

  test('a repeat has a shorter title card, because its winner is known', () => {
    expect(showTimes({ ...opened, known: true }, 100, at(0)).starts).toEqual(at(8_000));
  });

  test('a result is secret until the premiere ends, but not forever if the premiere doesn’t start', () => {
    expect(isSecret(opened, at(1000))).toBe(true);
    expect(isSecret(opened, at(10 * PATIENCE_MS))).toBe(false);
    expect(isSecret(shown, at(59_999))).toBe(true);
    expect(isSecret(shown, at(60_000))).toBe(false);
    expect(isSecret({ ...shown, known: true }, at(1000))).toBe(false);
  });
});

describe('a match’s interest', () => {
  const side = (place: number, rating: number) => ({ place, rating });

  test('is higher for evenly matched sides and high places, and zero without two rated sides', () => {
    const top = promiseOf([side(1, 1600), side(2, 1590)]);
    expect(top).toBeGreaterThan(promiseOf([side(8, 1400), side(9, 1390)]));
    expect(promiseOf([side(8, 1400), side(9, 1390)])).toBeGreaterThan(promiseOf([side(8, 1400), side(30, 1000)]));
    expect(promiseOf([side(1, 1600), undefined])).toBe(0);
  });

  test('is higher after a close match and after an upset', () => {
    const sides = [side(1, 1600), side(9, 1300)];
    const clear = interestOf(sides, [
      { score: 90, place: 1 },
      { score: 10, place: 2 },
    ]);
    const upset = interestOf(sides, [
      { score: 10, place: 2 },
      { score: 90, place: 1 },
    ]);
    expect(upset).toBeGreaterThan(clear);
    const four = (second: number) =>
      interestOf(
        [undefined, undefined, undefined, undefined],
        [
          { score: 90, place: 1 },
          { score: second, place: 2 },
          { score: 5, place: 3 },
          { score: 0, place: 4 },
        ],
      );
    expect(four(88)).toBeGreaterThan(four(20));
  });
});

describe('points for a prediction', () => {
  test('are one per other side for a sole winner', () => {
    expect(pointsOf([2, 1])).toEqual([0, 1]);
    expect(pointsOf([4, 3, 1, 2])).toEqual([0, 0, 3, 0]);
  });

  test('are equal for all winning sides if several sides win, and are zero if all sides tie', () => {
    expect(pointsOf([1.5, 1.5, 3, 4])).toEqual([1, 1, 0, 0]);
    expect(pointsOf([1.5, 1.5])).toEqual([0, 0]);
  });

  test('add up to the number of sides that didn’t win', () => {
    for (const places of [
      [1, 2],
      [1, 2, 3],
      [1.5, 1.5, 3],
      [1, 2, 3, 4],
    ]) {
      const sum = pointsOf(places).reduce((total, points) => total + points, 0);
      expect(sum).toBe(places.length - places.filter((place) => place === Math.min(...places)).length);
    }
  });
});
