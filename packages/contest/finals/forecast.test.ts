import { expect, test } from 'vitest';
import { secondsOf } from './forecast.ts';

const at = (from: number, to: number, worker = 'one') => ({ from: from * 1000, to: to * 1000, worker });

test('consecutive matches take their own time, and pauses don’t count', () => {
  expect(secondsOf([at(0, 2), at(2, 4), at(100, 102)])).toBe(2);
});

test('a worker that plays two matches at a time needs half the time for each', () => {
  expect(secondsOf([at(0, 2), at(0, 2), at(2, 4), at(2, 4)])).toBe(1);
});

test('two workers play in half the time of one', () => {
  expect(secondsOf([at(0, 2), at(0, 2, 'two'), at(2, 4, 'two'), at(2, 4)])).toBe(2);
});

test('a match that overlaps the previous one counts only its own part', () => {
  expect(secondsOf([at(2, 6), at(0, 4)])).toBe(3);
});
