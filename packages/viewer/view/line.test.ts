import { expect, test } from 'vitest';
import { piecesOfLine } from './line.ts';

const box = { left: 0, top: 0, width: 10, height: 5 };
const flat = ([row, column]: readonly [number, number]) =>
  row >= 0 && row < 5 ? { x: column + 0.5, y: row + 0.5 } : undefined;
/** Locates a place on a board whose columns wrap around. */
const round = ([row, column]: readonly [number, number]) => flat([row, ((column % 10) + 10) % 10]);

test('a line inside the board stays unchanged', () => {
  expect(piecesOfLine([1, 2], [3, 4], flat, box)).toEqual([{ from: { x: 2.5, y: 1.5 }, to: { x: 4.5, y: 3.5 } }]);
});

test('a line with one end outside is clipped at the edge', () => {
  expect(piecesOfLine([1, 2], [1, 40], flat, box)).toEqual([{ from: { x: 2.5, y: 1.5 }, to: { x: 10, y: 1.5 } }]);
  expect(piecesOfLine([-3, 2], [1, 2], flat, box)).toEqual([{ from: { x: 2.5, y: 0 }, to: { x: 2.5, y: 1.5 } }]);
});

test('a line with both ends outside the board is clipped to the board', () => {
  expect(piecesOfLine([-4, 2], [10, 2], flat, box)).toEqual([{ from: { x: 2.5, y: 0 }, to: { x: 2.5, y: 5 } }]);
  expect(piecesOfLine([-4, 2], [-1, 9], flat, box)).toEqual([]);
});

test('a line across the seam continues on the other side', () => {
  expect(piecesOfLine([1, 8], [1, 12], round, box)).toEqual([
    { from: { x: 8.5, y: 1.5 }, to: { x: 10, y: 1.5 } },
    { from: { x: 0, y: 1.5 }, to: { x: 2.5, y: 1.5 } },
  ]);
});
