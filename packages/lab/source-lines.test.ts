import { expect, test } from 'vitest';
import { sourceLines } from './climb.ts';

test('sourceLines shows changed lines with two lines around them, and a gap between distant changes', () => {
  const before = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const after = before.map((line, n) => (n === 3 || n === 15 ? `${line}!` : line));
  const lines = sourceLines(before.join('\n'), after.join('\n'));
  expect(lines.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'line 3' },
    { kind: 'added', text: 'line 3!' },
    { kind: 'gap', text: '' },
    { kind: 'removed', text: 'line 15' },
    { kind: 'added', text: 'line 15!' },
  ]);
  expect(lines.filter(({ kind }) => kind === 'same')).toHaveLength(8);
});

test('sourceLines is empty for identical texts, and omits remarks about the end of a file', () => {
  expect(sourceLines('a\n', 'a\n')).toEqual([]);
  expect(sourceLines('a', 'b')).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'b' },
  ]);
});
