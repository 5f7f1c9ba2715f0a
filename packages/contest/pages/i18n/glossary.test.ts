import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ca } from './ca.ts';
import { es } from './es.ts';

const page = readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8');
const [, table] = /## Spanish and Catalan\n([\s\S]*?)\n## /.exec(page)!;
const rows = [...table.matchAll(/^\| (?!English|-)(.*) \|$/gm)].map(([, row]) =>
  row.split('|').map((cell) => cell.trim()),
);

/** Returns the rejected words of a column; `{word}*` also matches longer forms. */
const rejected = (column: number): string[] =>
  rows.flatMap((row) => [...row[column].matchAll(/`([^`]+)`/g)].map(([, word]) => word));
const patternOf = (word: string): RegExp =>
  new RegExp(`(?<!\\p{L})${word.replace('*', '\\p{L}*').replaceAll(' ', '\\s+')}(?!\\p{L})`, 'iu');
/** Messages about the rounds of a match. */
const IN_A_MATCH = /^(?:match|said|say|similar)\b/;

function found(areas: Readonly<Record<string, Readonly<Record<string, string>>>>, words: readonly string[]): string[] {
  return Object.values(areas).flatMap((messages) =>
    Object.entries(messages).flatMap(([key, text]) =>
      words
        .filter((word) => patternOf(word).test(text) && !(word === 'rond*' && IN_A_MATCH.test(key)))
        .map((word) => `${key}: ${word}`),
    ),
  );
}

test.each([
  ['Spanish', es, rejected(2)],
  ['Catalan', ca, rejected(4)],
] as const)('the %s messages use no words that the glossary rejects', (_, areas, words) => {
  expect(words.length).toBeGreaterThan(20);
  expect(found(areas, words)).toEqual([]);
});

test('the glossary check finds only words that start with a rejected stem, and allows “rondas” in messages about matches', () => {
  const words = ['envío*', 'rond*', 'pati'];
  expect(found({ a: { one: 'Tus Envíos', two: 'reenvío', three: 'participante' } }, words)).toEqual(['one: envío*']);
  expect(found({ a: { 'match.rounds': 'rondas', 'marks.rounds': 'Rondas' } }, words)).toEqual(['marks.rounds: rond*']);
});
