import { expect, test } from 'vitest';
import { progressLine } from './progress.ts';

test('a progress line shows the number of matches, and the remaining time if it is known', () => {
  expect(progressLine(312, 1800, 12.34)).toBe('312 of 1800 matches · 12.3/s · 3 min left');
  expect(progressLine(90, 100, 2)).toBe('90 of 100 matches · 2.00/s · 5 s left');
  expect(progressLine(7, undefined, 0.5)).toBe('7 matches · 0.500/s');
  expect(progressLine(11, 10, 1)).toBe('11 of 10 matches · 1.00/s · 0 s left');
});
