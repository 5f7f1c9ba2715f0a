import { expect, test } from 'vitest';
import { refusedInLogs } from './refused-moves.ts';

test('refusedInLogs counts the refused moves of each seat, and keeps the first reason', () => {
  const logs = [
    { round: 2, seat: 1, text: 'thinking\nrefused: too many troops\n' },
    { round: 3, seat: 1, text: 'refused: none left\nrefused: none left' },
    { round: 3, seat: 0, text: 'was I refused: no' },
  ];
  expect(refusedInLogs(logs, 2)).toEqual([undefined, { count: 3, round: 2, why: 'too many troops' }]);
});

test('refusedInLogs finds nothing without a log', () => {
  expect(refusedInLogs(undefined, 2)).toEqual([undefined, undefined]);
});
