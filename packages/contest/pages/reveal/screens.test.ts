import { expect, test } from 'vitest';
import { pathOf, type RevealedStep, type Standing, screensOf } from './screens.ts';

const row = (place: number, name: string): Standing => ({
  place,
  entrant: name.charCodeAt(0),
  name,
  submission: 1,
  points: 1,
  matches: 4,
  playedOn: 0,
  out: null,
  withdrew: null,
  drawn: false,
});
const STANDING = [row(1, 'Zoe'), row(2, 'Ann'), row(3, 'Bob'), row(4, 'Cid')];

const cut = (
  stage: number,
  stay: readonly string[],
  out: readonly string[],
  decisive: number | null,
): RevealedStep => ({
  kind: 'cut',
  stage,
  table: null,
  rows: [...stay, ...out].map((name) => ({
    entrant: name.charCodeAt(0),
    name,
    points: 1,
    stays: stay.includes(name),
  })),
  byes: [],
  playedOn: [],
  drawn: [],
  decisive,
});
const WINNER: RevealedStep = { kind: 'place', place: 1, rows: [STANDING[0]], decisive: 9 };

test('a reveal’s screens show a match before the eliminations that it decides, and the podium at the end', () => {
  const steps = [cut(1, ['Zoe', 'Ann', 'Bob'], ['Cid'], 4), cut(2, ['Zoe', 'Ann'], ['Bob'], null), WINNER];
  const screens = screensOf(steps, STANDING);
  expect(screens.map(({ kind }) => kind)).toEqual(['match', 'step', 'step', 'match', 'step', 'podium']);
  expect(screens[1]).toMatchObject({ isLast: false });
  expect(screens[4]).toMatchObject({ isLast: true });
  expect(screens[5]).toMatchObject({ rows: STANDING.slice(0, 3) });
});

test('a reveal’s screen for a match lists the names at stake alphabetically, to hide the result', () => {
  const [first] = screensOf([cut(1, ['Zoe', 'Dan', 'Bob'], ['Cid', 'Ann', 'Eve'], 4)], STANDING);
  expect(first).toMatchObject({ kind: 'match', match: 4, who: ['Ann', 'Bob', 'Cid', 'Dan'] });
  const [last] = screensOf([WINNER], STANDING);
  expect(last).toMatchObject({ who: ['Ann', 'Zoe'] });
});

test('a final without a leaderboard has no podium, and a final with nothing to reveal has no screens', () => {
  expect(screensOf([cut(1, ['Zoe'], ['Ann'], null)], []).map(({ kind }) => kind)).toEqual(['step']);
  expect(screensOf([], STANDING)).toEqual([]);
});

test('the winner’s path shows the winner’s place at each cut', () => {
  const steps = [cut(1, ['Ann', 'Zoe', 'Bob'], ['Cid'], 4), cut(2, ['Zoe', 'Ann'], ['Bob'], null), WINNER];
  expect(pathOf('Zoe'.charCodeAt(0), steps)).toEqual([
    { stage: 1, place: 2, of: 4 },
    { stage: 2, place: 1, of: 3 },
  ]);
  expect(pathOf(1, steps)).toEqual([]);
});
