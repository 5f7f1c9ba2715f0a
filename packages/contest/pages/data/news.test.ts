import { expect, test } from 'vitest';
import { ofMatch, ofVersion } from './news.ts';

test('a match’s page reloads after an event about that match or an event of another kind, but not after another match’s event', () => {
  const concerns = ofMatch(7);
  expect(concerns('match', { number: 7 })).toBe(true);
  expect(concerns('match', { number: 8 })).toBe(false);
  expect(concerns('submission', { number: 8 })).toBe(true);
});

test('a version’s list of matches reloads after events about its matches or of other kinds, but not after events about other matches', () => {
  const concerns = ofVersion(3);
  expect(concerns('match', { number: 7, versions: [1, 3] })).toBe(true);
  expect(concerns('match', { number: 7, versions: [1, 2] })).toBe(false);
  expect(concerns('match', { number: 7 })).toBe(false);
  expect(concerns('submission', { number: 8 })).toBe(true);
});
