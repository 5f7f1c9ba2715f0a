import { expect, test } from 'vitest';
import { nearestWord } from './resolve.ts';

const LANGUAGES = 'typescript javascript cpp python java rust go'.split(' ');

test.each([
  ['pyton', 'python'],
  ['TypeScript', 'typescript'],
  ['c++', 'cpp'],
  ['golang', undefined],
  ['cobol', undefined],
])('a word with a few typos means the nearest one: %s, %s', (word, meant) => {
  expect(nearestWord(word, LANGUAGES)).toBe(meant);
});

test.each([
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['cs', undefined],
  ['x', undefined],
])('a word too short for typos means its abbreviation, or nothing: %s, %s', (word, meant) => {
  expect(nearestWord(word, LANGUAGES)).toBe(meant);
});
