import { expect, test } from 'vitest';
import { endingsOf, factors, isOwnPage, languageOf, secondsIn, title, withSmallEnding } from './words.ts';

test('languageOf detects the language from the file extension, whatever its case', () => {
  const told = (...names: string[]) => names.map((name) => languageOf(name));
  const known = told('a.cc', 'A.CC', 'b.Ts', 'c.WASM', 'd.py', 'E.java');
  expect(known).toEqual(['cpp', 'cpp', 'typescript', 'module', 'python', 'program']);
  expect(told('.cc', 'cc', 'a.txt', 'a.cc.txt', '')).toEqual(Array(5).fill(undefined));
  expect(withSmallEnding('AIMine.CC')).toBe('AIMine.cc');
});

test('Python and Rust are treated as programs if a contest accepts programs but not these languages', () => {
  expect(languageOf('Mine.rs', ['cpp', 'program'])).toBe('program');
  expect(languageOf('Mine.rs', ['rust', 'program'])).toBe('rust');
  expect(languageOf('mine.py', ['cpp', 'program'])).toBe('program');
  expect(languageOf('mine.py', ['program', 'python'])).toBe('python');
  expect(languageOf('mine.py', ['cpp'])).toBe('python');
  expect(endingsOf(['python', 'program'])).toEqual(['.py', '.java', '.go', '.rs']);
});

test('a language’s factor (0.1 to 100) multiplies the seconds, and the product is rounded to four decimals', () => {
  const fuel = { seconds: 0.07, factors: { python: 100, cpp: 0.333 } };
  expect(secondsIn(fuel, 'python')).toBe(7);
  expect(secondsIn(fuel, 'cpp')).toBe(0.0233);
  expect([secondsIn(fuel, 'rust'), secondsIn(fuel, undefined), secondsIn({ seconds: 0.07 }, 'cpp')]).toEqual(
    Array(3).fill(0.07),
  );
  expect(factors.safeParse({ python: 100, cpp: 0.1 }).success).toBe(true);
  for (const wrong of [{ python: 101 }, { python: 0.05 }, { python: '4' }, { cobol: 4 }])
    expect(factors.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test('a title must be one line without invisible characters', () => {
  for (const good of ['Spring 2027', 'Joc d’estrelles: final', '春']) expect(title.safeParse(good).success).toBe(true);
  for (const bad of ['', '  ', 'a\nb', 'a\u202Eb', 'a\u200Bb', 'a\u0000b'])
    expect(title.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
});

test('isOwnPage accepts only valid addresses on this server', () => {
  for (const own of ['/', '/me', '/c/spring/matches/7#round=3', '/join#AB%20CD'])
    expect(isOwnPage(own), own).toBe(true);
  for (const other of [
    '',
    'me',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/me\u0001',
    '/\u200B',
    '/a b',
  ])
    expect(isOwnPage(other), JSON.stringify(other)).toBe(false);
});
