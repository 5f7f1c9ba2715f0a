import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ended, runHere } from '../testing/run-here.ts';

// Folders without a bot have sources and agents, and cost neither a build nor a check.

const folder = mkdtempSync(join(tmpdir(), 'ludus-league-short-'));
afterAll(() => rmSync(folder, { recursive: true }));
const league = (...args: string[]) => runHere(['league', ...args], folder);

const BOTS = ['bob', 'dora', 'Moth', 'Gnat'];
const AGENT = 'echo round $LEAGUE_ROUND >> notes.txt';
const SETTINGS = ['-g', 'trails', '--rounds', '3', '--matches', '2', '--budget', 'none', '-j', '1', '--agent', AGENT];

let played: Ended;
beforeAll(async () => {
  for (const name of ['bob', 'dora']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'notes.txt'), 'begin\n');
  }
  played = await league(...BOTS, ...SETTINGS, '-o', 'played');
  expect(played.status, played.stderr).toBe(0);
});

beforeEach(() => {
  rmSync(join(folder, 'league'), { recursive: true, force: true });
  cpSync(join(folder, 'played'), join(folder, 'league'), { recursive: true });
});

const at = (path: string): string => join(folder, 'league', path);
const differences = (stdout: string): string[] => stdout.split('\n').filter((line) => line.startsWith('differs'));

test('the league says what begins, and where a bot that doesn’t play finds out why', () => {
  expect(played.stderr).toContain('Round 1: running the agent of dora\n');
  expect(played.stderr).toMatch(/Round 1: playing \d+ matches\n/);
  expect(played.stdout).toContain('bob is not built: see played/rounds/03/digests/bob.txt\n');
});

test('a league that was killed says that its last round continues with a new key', async () => {
  for (const file of ['round.json', 'entries.json']) rmSync(at(`rounds/03/${file}`));
  const killed = await league(...BOTS, ...SETTINGS);
  expect(killed.stderr).toContain('Round 3: continues with a new key\n');
  rmSync(at('rounds/03/round.json'));
  writeFileSync(at('rounds/03/journal.jsonl'), '');
  const { status, stderr } = await league(...BOTS, ...SETTINGS);
  expect(stderr).toContain('Round 3: continues; its matches are played again with a new key\n');
  expect(stderr).not.toContain('Round 2');
  expect(status).toBe(0);
});

test('the files that a digest names are in the folder of rounds', () => {
  const digest = readFileSync(at('rounds/03/digests/Moth.txt'), 'utf8');
  const paths = [...digest.matchAll(/"\$LEAGUE_RESULTS\/([^"]+)"/g)].map(([, path]) => path);
  expect(paths).toEqual(expect.arrayContaining(['03/results.jsonl', '03/replays']));
  for (const path of paths) expect(existsSync(join(at('rounds'), path)), path).toBe(true);
});

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
