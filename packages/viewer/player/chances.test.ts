import { expect, test } from 'vitest';
import { chanceAt, chancesByRound, percent, showsChances, toggleChances } from './chances.ts';
import { createViewer } from './state.ts';

const POINTS = [
  { round: 0, bySeat: [0.5, 0.5] },
  { round: 4, bySeat: [0.9, 0.1] },
  { round: 5, bySeat: [1, 0] },
];

test('chances between two sampled rounds are interpolated linearly', () => {
  expect(chanceAt(POINTS, 0, 0)).toBe(0.5);
  expect(chanceAt(POINTS, 0, 2)).toBeCloseTo(0.7);
  expect(chanceAt(POINTS, 1, 5)).toBe(0);
  expect(chanceAt(POINTS, 0, 6)).toBeUndefined();
  expect(chanceAt([], 0, 0)).toBeUndefined();
  expect(chanceAt(POINTS.slice(1), 0, 3)).toBeUndefined();
});

test('chancesByRound returns one curve per seat, with one value per round up to the last sampled round', () => {
  const curves = chancesByRound(POINTS, 2);
  expect(curves.map((curve) => curve.map(percent))).toEqual([
    ['50%', '60%', '70%', '80%', '90%', '100%'],
    ['50%', '40%', '30%', '20%', '10%', '0%'],
  ]);
  expect(chancesByRound([], 2)).toEqual([[], []]);
});

test('the chances can be shown and hidden, and are shown by default only on a wide page', () => {
  const viewer = createViewer([]);
  viewer.chances.value = POINTS;
  viewer.width.value = 1200;
  expect(toggleChances(viewer)).toBe(false);
  // The code only checks that a match is shown, so an empty timeline is enough.
  viewer.timeline.value = {} as never;
  expect(showsChances(viewer)).toBe(true);
  viewer.width.value = 390;
  expect(showsChances(viewer)).toBe(false);
  expect(toggleChances(viewer)).not.toBe(false);
  expect(showsChances(viewer)).toBe(true);
  toggleChances(viewer);
  expect(showsChances(viewer)).toBe(false);
  viewer.chancesOpen.value = true;
  viewer.live.value = true;
  expect(showsChances(viewer)).toBe(false);
});
