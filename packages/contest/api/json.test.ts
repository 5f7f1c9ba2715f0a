import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonProblem } from './json.ts';

const problem = (text: string) => jsonProblem(Buffer.from(text));

test.each([
  ['an empty object', '{}'],
  ['20 nested arrays', '[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]'],
  ['brackets in a string', JSON.stringify({ text: '[{'.repeat(100_000) })],
  ['quotes and commas in strings', JSON.stringify({ text: '\\"[,'.repeat(100_000), more: 'ä,'.repeat(100_000) })],
  ['49,000 numbers', JSON.stringify(Array(49_000).fill(0))],
  ['text that isn’t JSON', 'no JSON'],
])('jsonProblem accepts %s', (_, text) => {
  expect(problem(text)).toBeUndefined();
});

test('jsonProblem rejects nesting more than 20 levels deep, even if the brackets aren’t closed', () => {
  expect(problem('['.repeat(21))).toBe('it is nested more than 20 deep');
  expect(problem('{"a":'.repeat(1_000_000))).toBe('it is nested more than 20 deep');
});

test('jsonProblem rejects more than 50,000 values', () => {
  expect(problem(JSON.stringify(Array(60_000).fill(0)))).toBe('it has more than 50000 values');
  expect(problem(`[${'[],'.repeat(30_000)}[]]`)).toBe('it has more than 50000 values');
});

test('jsonProblem counts commas and brackets only outside strings, whatever the strings contain', () => {
  // Counts the commas and opening brackets of the value itself, and one for the value.
  const structure = (value: unknown): number =>
    value !== null && typeof value === 'object'
      ? 1 +
        Math.max(0, Object.keys(value).length - 1) +
        Object.values(value).reduce((sum: number, each) => sum + structure(each), 0)
      : 0;
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[\\",[{]*$/));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(text, fc.integer(), fc.array(tie('any')), fc.dictionary(text, tie('any'))),
  })).any;
  fc.assert(
    fc.property(value, (any) => {
      const bytes = Buffer.from(JSON.stringify(any));
      const values = 1 + structure(any);
      expect(jsonProblem(bytes, { depth: 1000, values })).toBeUndefined();
      if (values > 1)
        expect(jsonProblem(bytes, { depth: 1000, values: values - 1 })).toBe(`it has more than ${values - 1} values`);
    }),
  );
});
