import { expect, test } from 'vitest';
import { ofMatch, ofVersion } from './news.ts';

test('a match’s page reloads after events about that match or about a submission, but not after another match’s events', () => {
  const concerns = ofMatch(7);
  expect(concerns('match', { number: 7 })).toBe(true);
  expect(concerns('match', { number: 8 })).toBe(false);
  expect(concerns('submission', { number: 8 })).toBe(true);
});

test('a version’s list of matches reloads after events about its matches or about a submission, but not after other matches’ events', () => {
  const concerns = ofVersion(3);
  expect(concerns('match', { number: 7, versions: [1, 3] })).toBe(true);
  expect(concerns('match', { number: 7, versions: [1, 2] })).toBe(false);
  expect(concerns('match', { number: 7 })).toBe(false);
  expect(concerns('submission', { number: 8 })).toBe(true);
});
