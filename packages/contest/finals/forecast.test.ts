import { expect, test } from 'vitest';
import { secondsOf } from './forecast.ts';

const at = (from: number, to: number, worker = 'one') => ({ from: from * 1000, to: to * 1000, worker });

test('each of several consecutive matches counts its own time, and pauses don’t count', () => {
  expect(secondsOf([at(0, 2), at(2, 4), at(100, 102)])).toBe(2);
});

test('each match counts half its time when a worker plays two at a time', () => {
  expect(secondsOf([at(0, 2), at(0, 2), at(2, 4), at(2, 4)])).toBe(1);
});

test('two workers need half the time of one worker', () => {
  expect(secondsOf([at(0, 2), at(0, 2, 'two'), at(2, 4, 'two'), at(2, 4)])).toBe(2);
});

test('a match that overlaps the previous match counts only the remaining time', () => {
  expect(secondsOf([at(2, 6), at(0, 4)])).toBe(3);
});
