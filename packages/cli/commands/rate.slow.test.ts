import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultLine } from '@ludus/lab/results.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

let folder: string;
let file: string;
let honest: ResultLine[];

async function ludus(...args: string[]) {
  const { status, stdout, stderr } = await runHere(args, folder);
  return { code: status, out: stdout, err: stderr };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-rate-'));
  const players = ['Demo', 'Dummy', 'Null', 'Demo', '--game', 'madmax', '--boards', 'maze1'];
  await ludus('batch', ...players, '--seeds', '1..3', '--replays', '-j', '1', '-o', 'run');
  file = join(folder, 'run/results.jsonl');
  honest = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (lines: readonly ResultLine[]) =>
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

test('rate counts all results that are proven by their replays', async () => {
  write(honest);
  expect(honest.length).toBeGreaterThanOrEqual(3);
  const plain = await ludus('rate', 'run');
  expect(await ludus('rate', 'run', '--verify')).toEqual({ code: 0, out: plain.out, err: '' });
});

test.each<[string, (line: ResultLine) => Partial<ResultLine>, RegExp]>([
  ['scores', ({ scores }) => ({ scores: scores.map((score) => score + 10) }), /its replay has the scores/],
  ['shares', ({ shares }) => ({ shares: shares.map((share) => 1 - share) }), /its shares do not follow/],
  ['players', ({ players }) => ({ players: ['Champion', ...players.slice(1)] }), /its replay has the players Demo/],
  ['seed', ({ seed }) => ({ seed: seed + 100 }), /its replay has the seed/],
  ['rounds', () => ({ rounds: 7 }), /its replay ends in round 300/],
  [
    'faults',
    () => ({ faults: [{ seat: 1, round: 1, fault: 'crash' as const, sentence: 'x' }] }),
    /and the result disqualify different bots/,
  ],
  ['match', () => ({ match: 'made-up' }), /it has no replay/],
  ['a path out of the folder', () => ({ match: '../../secret' }), /this can’t be the name of a replay/],
])('rate reports a forged result and leaves it out: %s', async (_, change, sentence) => {
  write([{ ...honest[0], ...change(honest[0]) }, ...honest.slice(1)]);
  const { code, out, err } = await ludus('rate', 'run', '--verify');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(sentence) });
  expect(err).toMatch(/^not counted: run: match "[^"\n]*": .+\n$/);
  write(honest.slice(1));
  expect(out).toBe((await ludus('rate', 'run')).out);
});

test('a report fails if its replays prove no result', async () => {
  write([{ ...honest[0], scores: honest[0].scores.map(() => 1) }]);
  const { code, err } = await ludus('report', 'run', '--verify');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/no result is confirmed by a replay/) });
});
