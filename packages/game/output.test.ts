import { expect, test } from 'vitest';
import { readShape } from './output.ts';

test('readShape copies a shape without its unknown fields', () => {
  const at: [number, number] = [1, 2.5];
  const read = readShape({ kind: 'text', at, text: 'here', color: '#fa0', evil: 1 });
  expect(read).toEqual({ kind: 'text', at: [1, 2.5], text: 'here', color: '#fa0' });
  at[0] = 7;
  expect(read).toMatchObject({ at: [1, 2.5] });
  expect(readShape({ kind: 'line', from: [0, 0], to: [2, 3] })).toEqual({ kind: 'line', from: [0, 0], to: [2, 3] });
});

test.each([
  null,
  'point',
  {},
  { kind: 'circle', at: [1, 2] },
  { kind: 'point' },
  { kind: 'point', at: [1] },
  { kind: 'cell', at: [1, Number.NaN] },
  { kind: 'cell', at: ['1', 2] },
  { kind: 'line', from: [1, 2] },
  { kind: 'point', at: [1, 2], color: 'red' },
  { kind: 'point', at: [1, 2], color: 'url(#fff)' },
  { kind: 'text', at: [1, 2] },
  { kind: 'text', at: [1, 2], text: 'x'.repeat(81) },
])('readShape rejects %j', (value) => {
  expect(readShape(value)).toBeUndefined();
});
