import { expect, test } from 'vitest';
import { jsonProblem } from './json.ts';

const problem = (text: string) => jsonProblem(Buffer.from(text));

test.each([
  ['{}'],
  ['[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]'],
  [JSON.stringify({ text: '[{'.repeat(100_000) })],
  [JSON.stringify({ text: '\\"[,'.repeat(100_000), more: 'ä,'.repeat(100_000) })],
  [JSON.stringify(Array(49_000).fill(0))],
  ['no JSON'],
])('takes what is flat and has few values: %#', (text) => {
  expect(problem(text)).toBeUndefined();
});

test('refuses deep nesting when the rest is never closed', () => {
  expect(problem('['.repeat(21))).toBe('it is nested more than 20 deep');
  expect(problem('{"a":'.repeat(1_000_000))).toBe('it is nested more than 20 deep');
});

test('refuses many values when they are flat', () => {
  expect(problem(JSON.stringify(Array(60_000).fill(0)))).toBe('it has more than 50000 values');
  expect(problem(`[${'[],'.repeat(30_000)}[]]`)).toBe('it has more than 50000 values');
});
