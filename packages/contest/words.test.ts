import { expect, test } from 'vitest';
import { languageOf, title, withSmallEnding } from './words.ts';

test('the ending of a file’s name tells its language, in capitals as well', () => {
  expect(['a.cc', 'A.CC', 'b.Ts', 'c.WASM', 'd.py'].map(languageOf)).toEqual([
    'cpp',
    'cpp',
    'typescript',
    'module',
    'program',
  ]);
  expect(['.cc', 'cc', 'a.txt', 'a.cc.txt', ''].map(languageOf)).toEqual(Array(5).fill(undefined));
  expect(withSmallEnding('AIMine.CC')).toBe('AIMine.cc');
});

test('a title is one line that reads as it is written', () => {
  for (const good of ['Spring 2027', 'Joc d’estrelles: final', '春']) expect(title.safeParse(good).success).toBe(true);
  for (const bad of ['', '  ', 'a\nb', 'a\u202Eb', 'a\u200Bb', 'a\u0000b'])
    expect(title.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
});
