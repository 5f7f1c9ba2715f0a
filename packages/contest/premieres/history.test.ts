import { expect, test } from 'vitest';
import { historyOf, type PastMatch } from './history.ts';

/** Returns a match with these entrants from the first place to the last. */
const ended = (...entrants: (number | null)[]): PastMatch => ({
  sides: entrants.map((entrant, at) => ({ entrant, place: at + 1 })),
});

test('a streak counts the latest consecutive wins or losses', () => {
  const past = [ended(7, 8), ended(7, 9), ended(9, 8), ended(8, 7)];
  expect(historyOf([7, 8, null], past, [1, 2, null]).streaks).toEqual([2, -2, 0]);
});

test('a shared first place doesn’t count as a win', () => {
  const tied = {
    sides: [
      { entrant: 7, place: 1.5 },
      { entrant: 8, place: 1.5 },
    ],
  };
  expect(historyOf([7, 8], [tied], [1, 2]).streaks).toEqual([-1, -1]);
});

test('meetings record how often each player was ahead, and who was ahead last', () => {
  const past = [ended(8, 7), ended(7, null, 8), ended(7, 8), ended(9, 7)];
  const { meetings } = historyOf([7, 8, 9], past, [1, 2, 3]);
  expect(meetings).toEqual([
    { one: 0, other: 1, ahead: [2, 1], last: 1 },
    { one: 0, other: 2, ahead: [0, 1], last: 2 },
  ]);
});

test('built-in bots have no history, and two bots from one entrant have no meetings', () => {
  expect(historyOf([null, 7, 7], [ended(7, null)], [null, 1, 1])).toEqual({
    places: [null, 1, 1],
    streaks: [0, 1, 1],
    meetings: [],
  });
});
