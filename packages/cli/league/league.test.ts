import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

// Folders without a bot have sources and agents, and cost neither a build nor a check.

const folder = mkdtempSync(join(tmpdir(), 'ludus-league-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));
const league = (...args: string[]) => runHere(['league', ...args], folder);

const AGENT = 'echo round $LEAGUE_ROUND >> notes.txt';
const SETTINGS = ['-g', 'trails', '--rounds', '3', '--matches', '2', '--budget', 'none', '-j', '1', '--agent', AGENT];

beforeAll(async () => {
  for (const name of ['bob', 'dora']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'notes.txt'), 'begin\n');
  }
  const { status, stderr } = await league('bob', 'dora', 'Moth', 'Gnat', ...SETTINGS, '-o', 'played');
  expect(status, stderr).toBe(0);
});

beforeEach(() => {
  rmSync(join(folder, 'league'), { recursive: true, force: true });
  cpSync(join(folder, 'played'), join(folder, 'league'), { recursive: true });
});

const at = (path: string): string => join(folder, 'league', path);
const differences = (stdout: string): string[] => stdout.split('\n').filter((line) => line.startsWith('differs'));

test.each([
  ['changed', (path: string) => appendFileSync(join(path, 'notes.txt'), 'more\n')],
  ['missing', (path: string) => rmSync(path, { recursive: true })],
])('verify reports %s sources once, with their folder, and plays the other rounds again', async (_, change) => {
  change(at('rounds/02/sources/dora'));
  const sentence = `differs: round 2: the sources of dora aren’t those that played: ${at('rounds/02/sources/dora')}`;
  for (const options of [[], ['--play', '-j', '1']]) {
    const { status, stdout, stderr } = await league('verify', 'league', ...options);
    expect(differences(stdout), stderr).toEqual([sentence]);
    expect(status).toBe(1);
  }
});

test('verify reports an agent’s record that isn’t the one of the entry', async () => {
  const file = at('rounds/02/agents/bob.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"done"', '"late"'));
  const { status, stdout } = await league('verify', 'league');
  expect(differences(stdout)).toEqual([
    'differs: round 2: the entry of bob and agents/bob.json say differently how its agent ended',
  ]);
  expect(status).toBe(1);
});

test('verify with --play proves a league without differences', async () => {
  const { status, stdout, stderr } = await league('verify', 'league', '--play', '-j', '1');
  expect(stdout, stderr).toContain('The league is reproducible: 3 rounds');
  expect(status).toBe(0);
});
