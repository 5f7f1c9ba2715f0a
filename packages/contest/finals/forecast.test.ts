import { expect, test } from 'vitest';
import { secondsOf } from './forecast.ts';

const at = (from: number, to: number, worker = 'one') => ({ from: from * 1000, to: to * 1000, worker });

test('secondsOf returns the mean time per match for consecutive matches, without the pauses between matches', () => {
  expect(secondsOf([at(0, 2), at(2, 4), at(100, 102)])).toBe(2);
});

test('secondsOf returns half a match’s time when a worker plays two matches at a time', () => {
  expect(secondsOf([at(0, 2), at(0, 2), at(2, 4), at(2, 4)])).toBe(1);
});

test('secondsOf returns a match’s full time when two workers play one match each at a time', () => {
  expect(secondsOf([at(0, 2), at(0, 2, 'two'), at(2, 4, 'two'), at(2, 4)])).toBe(2);
});

test('secondsOf counts two matches’ overlapping time only once', () => {
  expect(secondsOf([at(2, 6), at(0, 4)])).toBe(3);
});
