import { expect, test } from 'vitest';
import { firstOf } from './first.ts';

const EARLY = { at: '2026-11-24T10:00:00.000Z' };
const LATE = { at: '2026-11-24T10:00:14.000Z' };

test.each([
  ['the left source if it was submitted first', EARLY, LATE, 0],
  ['the right source if it was submitted first', LATE, EARLY, 1],
  ['unknown if both were submitted at the same time', EARLY, EARLY, undefined],
  ['unknown if a submission time is unknown', EARLY, { at: null }, undefined],
])('a pair’s suspected original is %s', (_, left, right, first) => {
  expect(firstOf(left, right)).toBe(first);
});
