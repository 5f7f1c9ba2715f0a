import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';

// The test's bots play Tall Tales and Periscope in processes that must start first.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-hidden-'));
  const sample = (path: string) => fileURLToPath(new URL(`../../games/${path}`, import.meta.url));
  copyFileSync(sample('talltales/samples/teller.js'), join(folder, 'Teller.js'));
  copyFileSync(sample('periscope/samples/diver.js'), join(folder, 'Diver.js'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const KEY = /^sealed [0-9a-f]{64}\n$/;
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const lastLine = (text: string) => text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
const linesOf = (...path: string[]) =>
  read(...path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

if (IS_LONG_RUN)
  test('climb plays with secret keys instead of guessable seeds', async () => {
    // With one pair, the bot loses a match or draws both; either way, a replay is kept.
    const args = ['climb', './Diver.js', '--game', 'periscope', '--pairs', '1', '-o', 'climb.periscope'];
    const { status, stdout, stderr } = await runHere(args, folder);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('random numbers from the key in the replay’s last line');
    expect(lastLine(read('climb.periscope'))).toMatch(KEY);
    expect((await runHere(['verify', 'climb.periscope'], folder)).status).toBe(0);
  }, 120_000);

test('a match without a budget uses secret randomness in a game with hidden information, unless -s names a seed', async () => {
  const match = (...more: string[]) => runHere(['match', 'Parrot', 'Clerk', '-g', 'talltales', ...more], folder);
  const replays = [await match(), await match()].map(({ stdout }) => stdout);
  for (const replay of replays) expect(lastLine(replay)).toMatch(KEY);
  expect(replays[0]).not.toBe(replays[1]);
  const named = (await match('-s', '1')).stdout;
  expect(lastLine(named)).not.toMatch(KEY);
  expect((await match('-s', '1')).stdout).toBe(named);
});

test('--secret repeats a match, even with a budget, but -s alone doesn’t', async () => {
  const match = (...more: string[]) => runHere(['match', './Teller.js', 'Clerk', '-g', 'talltales', ...more], folder);
  const fuel = ['--budget', 'fuel', '-s', '5'];
  expect((await match(...fuel)).stderr).toContain('--secret WORD to repeat a match');
  const replays = [await match(...fuel, '--secret', 'autumn'), await match(...fuel, '--secret', 'autumn')];
  expect(lastLine(replays[0].stdout)).toMatch(KEY);
  expect(replays[1]).toEqual(replays[0]);
  expect(replays[0].stderr).not.toContain('SHA-256');
  const plain = (await match('--secret', 'autumn', '-s', '5', '-o', 'plain.talltales')).stderr;
  expect(plain).not.toContain('SHA-256');
  expect(lastLine(read('plain.talltales'))).toBe(lastLine(replays[0].stdout));
  expect((await runHere(['match', 'Null', 'Null', '-g', 'trails', '--secret', 'autumn'], folder)).stderr).toMatch(
    /^ludus: --secret is for matches with secret randomness/,
  );
  // A key determines the bot's random numbers, so the bot gets the same numbers again.
  const debug = await runHere(['debug', 'plain.talltales', '--seat', '0', '--player', './Teller.js'], folder);
  expect(debug.stdout).toMatch(/ moves as recorded in all \d+ rounds\.\n$/);
  expect(debug.stderr).toBe('');
}, 120_000);

if (IS_LONG_RUN)
  test('strength plays a user’s bot with secret keys, and saves each key with its match', async () => {
    const args = [
      'strength',
      '--players',
      './Diver.js',
      '-g',
      'periscope',
      '--seeds',
      '1',
      '-j',
      '1',
      '-o',
      'strength',
    ];
    const { status, stderr } = await runHere(args, folder);
    expect(status, stderr).toBe(0);
    const keys = linesOf('strength', 'results.jsonl').map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  }, 120_000);

test('a duel keeps its secret in memory, and warns about bots that can read it', async () => {
  copyFileSync(join(folder, 'Teller.js'), join(folder, 'Other.js'));
  const duel = ['duel', './Teller.js', './Other.js', '--game', 'talltales', '--limit', '1', '-j', '1', '-o', 'duel'];
  const { status, stderr } = await runHere(duel, folder);
  expect([0, 1], stderr).toContain(status);
  expect(stderr).toContain('use --sandbox for bots that you don’t trust');
  expect(existsSync(join(folder, 'duel/salt'))).toBe(false);
  const lines = linesOf('duel', 'results.jsonl');
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  expect(new Set(lines.map(({ setting }) => setting)).size).toBe(lines.length);
  const metered = await runHere([...duel.slice(0, -1), 'metered', '--budget', 'fuel'], folder);
  expect(metered.stderr).not.toContain('--sandbox');
}, 120_000);
