import { expect, test } from 'vitest';
import { ofMatch, ofVersion } from './news.ts';

test('a page reloads after news about its match, and after news that names no match', () => {
  const concerns = ofMatch(7);
  expect(concerns('match', { number: 7 })).toBe(true);
  expect(concerns('match', { number: 8 })).toBe(false);
  expect(concerns('submission', { number: 8 })).toBe(true);
});

test('a version’s list reloads only after one of the version’s matches', () => {
  const concerns = ofVersion(3);
  expect(concerns('match', { number: 7, versions: [1, 3] })).toBe(true);
  expect(concerns('match', { number: 7, versions: [1, 2] })).toBe(false);
  expect(concerns('match', { number: 7 })).toBe(false);
  expect(concerns('submission', { number: 8 })).toBe(true);
});
