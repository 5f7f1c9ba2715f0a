import { expect, test } from 'vitest';
import { nearestWord } from './resolve.ts';

const LANGUAGES = 'typescript javascript cpp python java rust go'.split(' ');

test.each([
  ['pyton', 'python'],
  ['TypeScript', 'typescript'],
  ['c++', 'cpp'],
  ['golang', undefined],
  ['cobol', undefined],
])('nearestWord matches the misspelt or unknown word %s to %s', (word, meant) => {
  expect(nearestWord(word, LANGUAGES)).toBe(meant);
});

test.each([
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['cs', undefined],
  ['x', undefined],
])('nearestWord matches the short word %s to %s', (word, meant) => {
  expect(nearestWord(word, LANGUAGES)).toBe(meant);
});
