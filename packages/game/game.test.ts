import { expect, test } from 'vitest';
import { pick } from './conformance/minimal.ts';
import { describeSeats, playerCountProblem } from './game.ts';

test('describeSeats lists the possible numbers of players', () => {
  expect([[4], [2, 4], [2, 3, 4]].map(describeSeats)).toEqual(['4', '2 or 4', '2, 3, or 4']);
});

test('an error states how many players the game or the board needs if there are too many or too few', () => {
  const board = { players: 3, rounds: 5, most: 9 };
  expect(playerCountProblem(pick, board, 3)).toBeUndefined();
  expect(playerCountProblem(pick, board, 7)).toBe('a match of Pick on this board needs 3 players, not 7');
  expect(playerCountProblem(pick, board, 2)).toBe('a match of Pick on this board needs 3 players, not 2');
  const two = { ...pick, seats: [2], seatsOf: () => 2 };
  expect(playerCountProblem(two, board, 3)).toBe('a match of Pick needs 2 players, not 3');
});
