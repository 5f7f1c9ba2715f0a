import { expect, test } from 'vitest';
import { lastOut, roundRobin } from '../pairing/formats.ts';
import type { MatchRecord, MatchSpec } from './plan.ts';
import { playTournament, type TournamentPlan, tableResult, tableSpecs } from './tournament.ts';

const plan: TournamentPlan = { seats: 4, boards: 3, firstSeed: 1, games: 8 };
const table = { players: [5, 6, 7, 8], standIns: [], deal: 2 };
/** A mock match that the player with the higher number wins. */
const played = (spec: MatchSpec): MatchRecord => ({
  ...spec,
  scores: spec.players.map((player) => player * 10),
  reason: 'rounds',
  rounds: 1,
  faults: [],
  used: [],
  decided: 0,
});

test('a tournament table plays every seating on one board, and then on the next board', () => {
  const specs = tableSpecs(plan, table, 'r1-t1');
  expect(specs).toHaveLength(8);
  for (const player of table.players)
    for (let seat = 0; seat < 4; seat++) expect(specs.filter((spec) => spec.players[seat] === player)).toHaveLength(2);
  expect(specs.map((spec) => spec.board)).toEqual([2, 2, 2, 2, 0, 0, 0, 0]);
  expect(new Set(specs.slice(0, 4).map((spec) => spec.seed)).size).toBe(1);
  expect(new Set(specs.map((spec) => spec.id)).size).toBe(8);
});

test('tableResult ranks players by place, puts a crashed player last, and doesn’t count failed matches', () => {
  const records = tableSpecs(plan, table, 't').map(played);
  expect(tableResult(table, records)).toEqual({ shares: [0, 1 / 3, 2 / 3, 1], scores: [50, 60, 70, 80] });
  const crashed = records.map((record) => ({
    ...record,
    faults: [{ seat: record.players.indexOf(8), round: 1, fault: 'crash' as const, sentence: '' }],
  }));
  expect(tableResult(table, crashed).shares[3]).toBe(0);
  const failed = { ...records[0], failure: 'died', scores: [] };
  expect(tableResult(table, [failed, ...records.slice(1)]).shares[3]).toBe(1);
  expect(tableResult(table, [failed]).shares).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test('a tournament runs to its end, and the same results give the same tournament', async () => {
  const setup = { entrants: 6, seats: 4, seed: 3 };
  const run = () => playTournament(lastOut(setup, 8), plan, async (specs) => specs.map(played));
  const first = await run();
  expect(first.played).toHaveLength(5);
  expect(lastOut(setup, 8).standings(first.played)[0].entrant).toBe(5);
  expect(await run()).toEqual(first);
  expect(new Set(first.records.map((record) => record.id)).size).toBe(first.records.length);
});

test('in a round robin, all tables of the same deal share a board and a seed, and the next deal has a different seed', async () => {
  const { records } = await playTournament(
    roundRobin({ entrants: 7, seats: 4, seed: 1 }, 8),
    { ...plan, games: 1 },
    async (specs) => specs.map(played),
  );
  expect(records).toHaveLength(14);
  expect(new Set(records.slice(0, 7).map((record) => `${record.board} ${record.seed}`)).size).toBe(1);
  expect(records[0].seed).not.toBe(records[7].seed);
});

test('a tournament table with sides has one player per side, and the table’s result lists players', () => {
  const plan: TournamentPlan = { seats: 3, teams: [0, 1, 2, 0], boards: 1, firstSeed: 1, games: 3 };
  const table = { players: [7, 8, 9], standIns: [2], deal: 0 };
  const specs = tableSpecs(plan, table, 't');
  expect(specs.map(({ players, standIns }) => [players, standIns])).toEqual([
    [[7, 8, 9, 7], [2]],
    [[8, 9, 7, 8], [1]],
    [
      [9, 7, 8, 9],
      [0, 3],
    ],
  ]);
  // The team of player 7 is always in front.
  const records = specs.map((spec) => ({
    ...spec,
    scores: spec.players.map((player) => 10 - player),
    reason: 'end',
    rounds: 1,
    faults: [],
    used: [],
    decided: 0,
  }));
  expect(tableResult(table, records)).toEqual({ shares: [1, 0.5, 0], scores: [3, 2, 1] });
});
