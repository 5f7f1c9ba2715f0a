import { expect, test } from 'vitest';
import { ofItself } from './qualify.ts';

test.each([
  [0, 12, 'P1 threw KeyError: 7 in round 12 (Mine.py:6).', 'it threw KeyError: 7 (Mine.py:6).'],
  [1, 3, 'P2 wrote no move in round 3.', 'it wrote no move.'],
  [0, 3, 'P1 did not answer in round 31.', 'it did not answer in round 31.'],
  [0, 5, 'P1 threw Error: lost in round 5 in round 5 (Mine.ts:2).', 'it threw Error: lost in round 5 (Mine.ts:2).'],
  [2, 1, 'Mine: P3 ended in round 1.', 'Mine: P3 ended.'],
])('ofItself removes only seat %i and round %i from “%s”', (seat, round, sentence, told) => {
  expect(ofItself({ seat, round, sentence })).toBe(told);
});
