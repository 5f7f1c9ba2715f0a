import { expect, test } from 'vitest';
import { comparedPairs } from '../compare/pairs.ts';
import { finished } from '../compare/run.ts';
import { readTokens } from '../syntax/parser.ts';
import { markedLines } from './marked.ts';
import { shownText } from './shown-text.ts';

const ONE = `int f(int a) {
  for (int i = 0; i < a; ++i) { go(i, a); come(a); leave(i, i); }  // the first
  return stay(a, a) + rest(a);
}
`;
const OTHER = `// nothing
int g(int b) { int k = 0; while (k < b) { go(k, b); come(b); leave(k, k); ++k; } return stay(b, b) + rest(b); }
`;

test('markedLines returns a source’s whole text, with the common parts marked', async () => {
  const sources = await Promise.all(
    [ONE, OTHER].map(async (text, entrant) => ({
      entrant,
      version: 0,
      language: 'C++' as const,
      tokens: await readTokens('a.cc', text),
      earlier: false,
    })),
  );
  const [pair] = finished(comparedPairs(sources, []));
  expect(pair.leftCovered).toBeGreaterThan(0.2);
  for (const [side, text] of [
    ['left', ONE],
    ['right', OTHER],
  ] as const) {
    const lines = markedLines(text, sources[pair[side]].tokens, pair.parts, side);
    expect(lines.map((line) => line.map((piece) => piece.text).join('')).join('\n')).toBe(text);
    const marked = lines.flat().filter(({ part }) => part !== undefined);
    expect(marked.map((piece) => piece.text).join(' ')).toMatch(/go\(.*come\(.*leave\(/);
    expect(
      marked
        .filter(({ begins }) => begins)
        .map(({ part }) => part)
        .sort(),
    ).toEqual([...new Set(marked.map(({ part }) => part))].sort());
  }
});

test('shownText makes invisible and bidirectional control characters visible', () => {
  expect(shownText('a\u202eb\u0000\tc\u200b')).toBe('a‹U+202E›b\u2400\tc‹U+200B›');
});
