import { expect, test } from 'vitest';
import { foldName, lookOf, visiblePart } from './name-key.ts';

test('foldName ignores capitals, extra blanks, and different encodings of accents', () => {
  expect(foldName('  ADA   Lovelace ')).toBe(foldName('ada lovelace'));
  expect(foldName('Zoe\u0308')).toBe(foldName('Zoë'));
});

test.each([
  ['anna', 'anna\uFE0F'],
  ['anna', '\u3164anna'],
  ['anna', 'ꭺnna'],
  ['anna', 'ɑnna'],
  ['anni', 'annı'],
  ['anna', 'аnnа'],
  ['Ivan', 'lvan'],
  ['Tom 0', 'Tom O'],
  ['Расе', 'Pace'],
  ['νοκ', 'vok'],
  ['Ａnna', 'Anna'],
  ['Zoë', 'Zoe\u0308'],
])('lookOf gives %j and %j the same key', (one, other) => {
  expect(lookOf(other)).toBe(lookOf(one));
});

test.each([
  ['Anna', 'Ana'],
  ['Zoë', 'Zoe'],
  ['Núria', 'Nuria'],
  ['Student 1', 'Student 2'],
  ['Жанна', 'Ганна'],
  ['나은', '나윤'],
  ['Ali', 'Alia'],
])('lookOf distinguishes %j from %j', (one, other) => {
  expect(lookOf(other)).not.toBe(lookOf(one));
});

test('visiblePart returns an empty string for an invisible name', () => {
  expect(visiblePart('\u3164\uFE0F')).toBe('');
});
