import { expect, test } from 'vitest';
import { ca } from './ca.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';

/** All texts, with placeholders filled in. */
function textsOf(words: Words): readonly (readonly [key: string, text: string])[] {
  return Object.entries(words).flatMap(([key, text]) => {
    if (typeof text === 'object') return Object.entries(text);
    if (typeof text !== 'function') return text === undefined ? [] : [[key, text]];
    const fill = text as (...values: unknown[]) => string;
    const values = key === 'waiting' ? [['Ann', 'Bob']] : [4, 7];
    const filled = fill(...values);
    expect(filled, key).toContain(String(values.flat()[0]));
    return [[key, filled]];
  });
}

test.each([
  ['Catalan', ca],
  ['Spanish', es],
])('every text on the room’s page exists in %s', (_, words) => {
  const english = new Map(textsOf(en));
  expect(textsOf(words).filter(([key, text]) => text === '' || text === english.get(key))).toEqual([]);
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
});
