import { expect, test } from 'vitest';
import { firstOf } from './first.ts';

const EARLY = { at: '2026-11-24T10:00:00.000Z' };
const LATE = { at: '2026-11-24T10:00:14.000Z' };

test.each([
  ['the left one when it was handed in before', EARLY, LATE, 0],
  ['the right one when it was handed in before', LATE, EARLY, 1],
  ['nobody when both came at once', EARLY, EARLY, undefined],
  ['nobody when a time is not known', EARLY, { at: null }, undefined],
])('the suspected original of a pair is %s', (_, left, right, first) => {
  expect(firstOf(left, right)).toBe(first);
});
