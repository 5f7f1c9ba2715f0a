import { expect, test } from 'vitest';
import { listedNow } from './current-table.ts';

const row = (place: number, entrant: number, version: number, rating: number) => ({
  place,
  entrant,
  version,
  rating,
  plusMinus: 10,
  games: 50,
  wins: 20,
});
const TABLE = [row(1, 3, 5, 1600.5), row(2, 1, 4, 1510), row(3, 2, 2, 1390)];
const shown = (rows: ReturnType<typeof listedNow>) =>
  rows.map(({ place, entrant, version, games }) => [place, entrant, version, games]);

test('a new version immediately takes its predecessor’s place, and a new entrant starts in the middle', () => {
  expect(listedNow(TABLE, [...TABLE])).toEqual(TABLE);
  const live = [
    { version: 5, entrant: 3 },
    { version: 9, entrant: 1 },
    { version: 2, entrant: 2 },
    { version: 8, entrant: 4 },
  ];
  expect(shown(listedNow(TABLE, live))).toEqual([
    [1, 3, 5, 50],
    [2, 1, 9, 0],
    [3, 4, 8, 0],
    [4, 2, 2, 50],
  ]);
});

test('all live entrants share first place until there is a leaderboard', () => {
  const live = [
    { version: 2, entrant: 2 },
    { version: 1, entrant: 1 },
  ];
  expect(shown(listedNow([], live))).toEqual([
    [1, 1, 1, 0],
    [1, 2, 2, 0],
  ]);
  expect(listedNow([], live)[0].plusMinus).toBeUndefined();
});

test('an entrant without a live version leaves the leaderboard immediately', () => {
  expect(shown(listedNow(TABLE, [TABLE[0], TABLE[2]]))).toEqual([
    [1, 3, 5, 50],
    [2, 2, 2, 50],
  ]);
});
