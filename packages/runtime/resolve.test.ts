import { expect, test } from 'vitest';
import { nearestWord } from './resolve.ts';

const LANGUAGES = 'typescript javascript cpp python java rust go'.split(' ');

test.each([
  ['pyton', 'python'],
  ['TypeScript', 'typescript'],
  ['c++', 'cpp'],
  ['golang', undefined],
  ['cobol', undefined],
])('nearestWord matches a word with typos to the nearest one: %s, %s', (word, meant) => {
  expect(nearestWord(word, LANGUAGES)).toBe(meant);
});

test.each([
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['cs', undefined],
  ['x', undefined],
])('nearestWord matches a word too short for typos to its abbreviation or to nothing: %s, %s', (word, meant) => {
  expect(nearestWord(word, LANGUAGES)).toBe(meant);
});
