import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf, secretHash } from '../lab/run-file.ts';
import { runHere } from '../testing/run-here.ts';
import { VERSION } from '../version.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-forged-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const setup = {
  game: 'trails',
  boards: [],
  players: ['Moth', 'Null'].map((name) => ({ name, spec: name, fingerprint: 'aa' })),
  budget: 'none' as const,
  folder: '',
};
const plan = { command: 'duel', plan: { seed: 1, seats: 2 } };
const asked = {
  ...{ elo0: 0, elo1: 0, alpha: 0.05, beta: 0.05, limit: 2, pairs: 2 },
  ...{ seats: 2, fillers: 0, boards: 0, firstSeed: 1 },
};
const record = (pair: number, match: number) => ({
  ...{ id: `g${pair}-m${match}`, board: -1, seed: 1 + pair, players: match === 0 ? [0, 1] : [1, 0] },
  ...{ scores: match === 0 ? [9, 1] : [1, 9], reason: 'rounds', rounds: 9, faults: [], used: [0, 0], decided: 3 },
});
const RECORDS: readonly object[] = [0, 1].flatMap((pair) => [record(pair, 0), record(pair, 1)]);

/** Writes a part of the run. */
function part(name: string, records: readonly object[], more: object = {}): void {
  mkdirSync(join(folder, name));
  const run = { ludus: 'run', version: 1, release: VERSION, command: 'duel', setup, plan, asked, shards: 1, ...more };
  writeFileSync(join(folder, name, 'run.json'), JSON.stringify(run));
  const head = { ludus: 'journal', version: 1, plan: hashOf(run) };
  const lines = [head, ...records].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, name, 'journal.jsonl'), lines.join(''));
}
const merge = (...parts: string[]) => runHere(['merge', 'part', ...parts, '-o', 'all'], folder);

test('merge accepts a single part that contains all matches', async () => {
  part('part', RECORDS);
  const { status, stdout, stderr } = await merge();
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/Undecided: Moth won 4 of 4 matches/);
  expect(readFileSync(join(folder, 'all/results.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(4);
});

test.each([
  ['no players', { players: [], scores: [], used: [] }, 'this isn’t a match result'],
  [
    'a fault in a seat that doesn’t exist',
    { faults: [{ seat: 2, round: 1, fault: 'crash', sentence: 'x' }] },
    'this isn’t a match result',
  ],
  ['the wrong players', { players: [0, 0] }, 'match g1-m0 has the players [0,0], but its plan has [0,1]'],
  [
    'too many seats',
    { players: [0, 1, 1], scores: [1, 2, 3], used: [0, 0, 0] },
    'match g1-m0 has the players [0,1,1], but its plan has [0,1]',
  ],
  ['the wrong seed', { seed: 77 }, 'match g1-m0 has the seed 77, but its plan has 2'],
  ['unexpected teams', { teams: [0, 0] }, 'match g1-m0 has the teams [0,0], but its plan has []'],
  ['unexpected stand-ins', { standIns: [1] }, 'match g1-m0 has the stand-ins [1], but its plan has []'],
])('merge names the line of a result with %s, and writes nothing', async (_, forged, what) => {
  part('part', RECORDS.with(2, { ...RECORDS[2], ...forged }));
  expect(await merge()).toEqual({ status: 2, stdout: '', stderr: `ludus: part/journal.jsonl: line 4: ${what}\n` });
  expect(existsSync(join(folder, 'all'))).toBe(false);
});

test.each([
  ['no pairs', { pairs: 0 }, 'asked.pairs: '],
  ['a negative limit', { limit: -1 }, 'asked.limit: '],
  ['the wrong number of boards', { boards: 3 }, 'asked: the number of boards or bots differs'],
  ['teams that differ from its boards’ teams', { teams: [0, 1] }, 'asked.teams: the teams of the boards differ'],
])('merge rejects a plan with %s', async (_, forged, what) => {
  part('part', RECORDS, { asked: { ...asked, ...forged } });
  const { status, stderr } = await merge();
  expect([status, stderr.split('\n')]).toEqual([
    2,
    [expect.stringContaining(`part/run.json does not describe the run (${what}`), ''],
  ]);
});

test('merge rejects a plan with an impossible number of players for its game, or with an unknown format', async () => {
  part('part', RECORDS, { asked: { ...asked, seats: 999_999 } });
  expect((await merge()).stderr).toBe(
    'ludus: part/run.json: a match of Trails on these boards needs 2 players, not 999999\n',
  );
  rmSync(join(folder, 'part'), { recursive: true });
  const tournament = { command: 'tournament', asked: { format: 'constructor', seed: 1, seats: 2, games: 2 } };
  part('part', RECORDS, tournament);
  expect((await merge()).stderr).toMatch(/^ludus: unknown format constructor; choose course, .*\n$/);
});

test('merge prints no control characters from a result', async () => {
  const sentence = 'Moth crashed.\n\u001b[2JYou won';
  part('part', RECORDS.with(0, { ...RECORDS[0], faults: [{ seat: 0, round: 1, fault: 'crash', sentence }] }));
  expect((await merge()).stdout).toContain('round 1: Moth crashed.??[2JYou won\n');
});

test('merge rejects parts with different results for the same match, and results that contradict an earlier merge', async () => {
  const other = RECORDS.with(2, { ...RECORDS[2], scores: [7, 3] });
  const refusal = (one: string, two: string) =>
    `ludus: ${one} and ${two} have different results for match g1-m0: merge without one of these parts\n`;
  part('part', RECORDS);
  part('slower', RECORDS.with(2, { ...RECORDS[2], used: [0.5, 0] }));
  part('other', other);
  expect(await merge('slower', 'other')).toEqual({ status: 2, stdout: '', stderr: refusal('part', 'other') });
  expect(existsSync(join(folder, 'all'))).toBe(false);
  expect((await merge('slower')).status).toBe(1);
  expect(await runHere(['merge', 'other', '-o', 'all'], folder)).toEqual({
    status: 2,
    stdout: '',
    stderr: refusal('other', 'all'),
  });
});

test('merge rejects a part without the run’s secret, or with a different secret', async () => {
  const run = { setup: { ...setup, budget: 'fuel' }, plan: { ...plan, secret: secretHash('word') } };
  for (const name of ['part', 'second']) part(name, RECORDS, run);
  writeFileSync(join(folder, 'part/salt'), 'word');
  expect((await merge('second')).stderr).toBe('ludus: second has no file “salt”: play this part again with --fresh\n');
  writeFileSync(join(folder, 'second/salt'), 'wrd');
  expect((await merge('second')).stderr).toBe(
    'ludus: second/salt isn’t the secret of this run: play this part again with --fresh\n',
  );
  writeFileSync(join(folder, 'second/salt'), 'word');
  expect((await merge('second')).stderr).toBe('');
});
