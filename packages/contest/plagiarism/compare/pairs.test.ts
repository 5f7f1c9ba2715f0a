import { expect, test } from 'vitest';
import { readTokens } from '../syntax/parser.ts';
import { groupsOf } from './groups.ts';
import { comparedPairs, type Pair } from './pairs.ts';
import { finished } from './run.ts';
import { usual } from './similarity-threshold.ts';
import type { Source } from './source.ts';

const body = (name: string, words: readonly string[]) =>
  `int ${name}(int a, int b) {\n${words.map((word, i) => `  if (${word}(a) < b) { a = ${word}${i}(b, a) * ${i}; }\n  b += over(${word}, a - b);`).join('\n')}\n  return a;\n}\n`;
const ADA = body('f', ['ant', 'bee', 'cow', 'dog', 'elk', 'fox', 'gnu', 'hen']);
const BOB = body('g', ['oak', 'elm', 'fir', 'ash', 'yew', 'bay', 'box', 'fig']);
const GIVEN = body('given', ['one', 'two', 'six', 'ten', 'odd', 'all', 'any', 'few']);

async function source(entrant: number, version: number, text: string, more: Partial<Source> = {}): Promise<Source> {
  return { entrant, version, language: 'C++', tokens: await readTokens('a.cc', text), earlier: false, ...more };
}
const pairsOf = (sources: readonly Source[], templates: readonly Source[] = []): Pair[] =>
  finished(
    comparedPairs(
      sources,
      templates.map(({ tokens }) => tokens.kinds),
    ),
  );

test('a copied source matches completely, and an entrant’s versions aren’t compared with each other', async () => {
  const sources = await Promise.all([source(1, 0, ADA), source(1, 1, ADA), source(2, 0, BOB), source(3, 0, ADA)]);
  const [first, ...rest] = pairsOf(sources);
  expect([sources[first.left].entrant, sources[first.right].entrant]).toEqual([1, 3]);
  expect(first).toMatchObject({
    similarity: 1,
    leftCovered: 1,
    rightCovered: 1,
    longest: sources[0].tokens.kinds.length,
  });
  expect(rest.every(({ similarity }) => similarity < 0.2)).toBe(true);
});

test('two entrants are compared by their most similar versions', async () => {
  const sources = await Promise.all([
    source(1, 0, BOB),
    source(1, 1, ADA + BOB),
    source(2, 0, GIVEN),
    source(2, 1, ADA),
  ]);
  const [pair] = pairsOf(sources);
  expect([pair.left, pair.right]).toEqual([1, 3]);
  expect(pair.rightCovered).toBe(1);
  expect(pair.leftCovered).toBeLessThan(0.6);
});

test('code from a shared template doesn’t count as similar', async () => {
  const sources = await Promise.all([source(1, 0, GIVEN + ADA), source(2, 0, GIVEN + BOB), source(3, 0, GIVEN)]);
  expect(pairsOf(sources)[0].similarity).toBeGreaterThan(0.4);
  const given = await source(0, 0, GIVEN);
  for (const pair of pairsOf(sources, [given])) expect(pair.similarity).toBeLessThan(0.1);
  // The template doesn't hide other code.
  const copied = await Promise.all([source(1, 0, GIVEN + ADA), source(2, 0, ADA + GIVEN)]);
  expect(pairsOf(copied, [given])[0].similarity).toBeGreaterThan(0.9);
});

test('a copy is found even within a lot of other code', async () => {
  const rest = Array.from({ length: 15 }, (_, i) =>
    body(
      `h${i}`,
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((l) => `${l}${i}`),
    ),
  );
  const [pair] = pairsOf(await Promise.all([source(1, 0, ADA), source(2, 0, rest.join('') + ADA), source(3, 0, BOB)]));
  expect(pair).toMatchObject({ left: 0, right: 1, leftCovered: 1 });
  expect(pair.similarity).toBeGreaterThan(0.5);
  const filled = `${'  x = 1;\n'.repeat(3000)}${ADA.slice(ADA.indexOf('{') + 1)}`;
  const [other] = pairsOf(await Promise.all([source(1, 0, ADA), source(2, 0, `int k(int a, int b) {${filled}`)]));
  expect(other.leftCovered).toBeGreaterThan(0.9);
  expect(other.similarity).toBeGreaterThan(0.5);
});

test('code that most entrants share counts little, even if it isn’t in a template', async () => {
  const names = Array.from({ length: 24 }, (_, i) =>
    body(
      'own',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((l) => `${l}${'xyz'[i % 3]}${i}`),
    ),
  );
  const crowd = await Promise.all(names.map((own, i) => source(i, 0, GIVEN + own)));
  expect(pairsOf(crowd).every(({ similarity }) => similarity < 0.2)).toBe(true);
  const three = pairsOf(crowd.slice(0, 3));
  expect(three[0].similarity).toBeGreaterThan(0.3);
});

test('eight copies of one source are found and grouped, even though many entrants share this source', async () => {
  const others = Array.from({ length: 20 }, (_, i) =>
    body(
      'own',
      ['p', 'q', 'r', 's', 't'].map((l) => `${l}${i}`),
    ),
  );
  const sources = await Promise.all(
    [...others, ...new Array<string>(8).fill(ADA)].map((text, i) => source(i, 0, text)),
  );
  const pairs = pairsOf(sources);
  expect(pairs.slice(0, 28).every(({ similarity }) => similarity === 1)).toBe(true);
  expect(groupsOf(sources, pairs, 0.9)).toEqual([[20, 21, 22, 23, 24, 25, 26, 27]]);
});

test('a source from an earlier year is compared only with this year’s sources in the same language', async () => {
  const python = await readTokens('a.py', 'def f(a):\n    return go(a)\n');
  const sources = await Promise.all([
    source(1, 0, ADA, { earlier: true }),
    source(2, 0, ADA, { earlier: true }),
    source(3, 0, ADA),
    source(4, 0, '', { language: 'Python', tokens: python }),
  ]);
  const pairs = pairsOf(sources);
  expect(pairs.map(({ left, right }) => [left, right])).toEqual([
    [0, 2],
    [1, 2],
  ]);
  expect(usual(sources, pairs).pairs).toBe(2);
});

test('two identical programs aren’t called similar if they are nearly empty', async () => {
  const tiny = 'struct A : public Player { static Player* factory() { return new A; } void play() { move(0, UP); } };';
  const pairs = pairsOf(await Promise.all([source(1, 0, tiny), source(2, 0, tiny)]));
  expect(pairs[0].similarity).toBeLessThan(0.3);
});

test('comparedPairs finds no pairs without sources, or if the sources have no tokens', async () => {
  expect(pairsOf([])).toEqual([]);
  expect(usual([], [])).toMatchObject({ pairs: 0, median: 0, nearlyAll: 0 });
  const empty = await Promise.all([source(1, 0, ''), source(2, 0, '// nothing')]);
  expect(pairsOf(empty)).toEqual([]);
});
