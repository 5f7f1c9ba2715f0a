import { expect, test } from 'vitest';
import type { ResultLine } from '../batch/result-line.ts';
import { readyEntry, resultLine } from '../testing/league.ts';
import { leagueStandings } from './standings.ts';

/**
 * A match that the first player won.
 *
 * @param failed the seat of a player that was disqualified
 */
const won = (first: string, second: string, failed?: number): ResultLine =>
  resultLine(
    `${first}-${second}`,
    [first, second],
    failed === undefined ? [] : [{ seat: failed, round: 2, fault: 'crash', sentence: 'It died.' }],
  );

const times = (count: number, line: ResultLine): ResultLine[] => Array.from({ length: count }, () => line);

test('a bot that wasn’t built has a state in the standings, but no numbers', () => {
  const entries = [{ ...readyEntry('Ada'), state: 'not built' as const }, readyEntry('Bob'), readyEntry('Cleo')];
  const [bob, cleo, ada] = leagueStandings(entries, [...times(3, won('Bob', 'Cleo')), won('Cleo', 'Bob')]);
  expect([bob, cleo].map(({ name, state, rank }) => [name, state, rank])).toEqual([
    ['Bob', 'played', 1],
    ['Cleo', 'played', 2],
  ]);
  expect(ada).toEqual({
    name: 'Ada',
    state: 'not built',
    rank: null,
    elo: null,
    margin: null,
    points: null,
    matches: 0,
    faults: 0,
    void: 0,
  });
});

test('matches against a bot that always crashed don’t count for anyone', () => {
  const entries = ['Ada', 'Bob', 'Cleo'].map(readyEntry);
  const even = [won('Ada', 'Bob'), won('Bob', 'Ada')];
  const standings = leagueStandings(entries, [...even, ...times(20, won('Ada', 'Cleo', 1))]);
  const of = (name: string) => standings.find((each) => each.name === name)!;
  expect(of('Cleo')).toMatchObject({ state: 'crashed', elo: null, points: null, matches: 20, faults: 20 });
  expect(of('Ada')).toMatchObject({ state: 'played', elo: 0, points: 0.5, matches: 22 });
  expect(of('Ada').elo).toBe(of('Bob').elo);
});

test('a bot that was disqualified in only some matches has the state “played”', () => {
  const entries = ['Ada', 'Bob'].map(readyEntry);
  const standings = leagueStandings(entries, [won('Ada', 'Bob', 1), won('Bob', 'Ada')]);
  expect(standings.map(({ state, faults }) => [state, faults])).toEqual([
    ['played', 0],
    ['played', 1],
  ]);
});

test('a match without a result is neither a loss nor a tie', () => {
  const entries = ['Ada', 'Bob'].map(readyEntry);
  const { scores: _, ...rest } = won('Ada', 'Bob');
  const empty = { ...rest, scores: [], shares: [], used: [], failure: 'The machine went down.' };
  expect(leagueStandings(entries, [empty])).toMatchObject([
    { name: 'Ada', state: 'no result', elo: null, points: null, matches: 0, void: 1 },
    { name: 'Bob', state: 'no result', elo: null, points: null, matches: 0, void: 1 },
  ]);
});
