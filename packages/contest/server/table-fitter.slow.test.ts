import { afterAll, expect, test } from 'vitest';
import { table } from '../ladder/table.ts';
import type { LiveVersion, MatchResult } from '../words.ts';
import { TableFitter } from './table-fitter.ts';

const fitter = new TableFitter();
afterAll(() => fitter.close());

const live: LiveVersion[] = [1, 2, 3].map((version) => ({ version, entrant: version, since: 1 }));
const result = (match: number, first: number, second: number): MatchResult => ({
  match,
  board: 'b',
  seats: [
    { version: first, seat: 0, points: 2, place: 1 },
    { version: second, seat: 1, points: 1, place: 2 },
  ],
});

test('TableFitter computes the same leaderboards as table, whatever it computed before', async () => {
  const results = [result(1, 1, 2), result(2, 2, 3), result(3, 1, 3), result(4, 2, 1)];
  const same = async (contest: number, some: readonly MatchResult[]) =>
    expect(await fitter.table(contest, some, live)).toEqual(table(some, live));
  await same(1, results.slice(0, 2));
  await same(1, results);
  await same(2, results.slice(1, 3));
  // The token of the middle result was set aside, so the result is missing.
  await same(1, [results[0], ...results.slice(2)]);
  await same(1, [result(1, 3, 1), ...results.slice(1)]);
  await same(1, []);
});

test('TableFitter rejects waiting calls when it closes, and then computes from all results again', async () => {
  // Enough results that the computation can't finish before it is stopped.
  const many = Array.from({ length: 30_000 }, (_, match) => result(match, 1 + (match % 3), 1 + ((match + 1) % 3)));
  const waiting = fitter.table(1, many, live);
  const told = expect(waiting).rejects.toThrow('has stopped');
  await fitter.close();
  await told;
  const results = [result(1, 2, 1)];
  expect(await fitter.table(1, results, live)).toEqual(table(results, live));
});
