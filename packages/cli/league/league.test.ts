import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ResultLine } from '@ludus/lab/results.ts';
import { cacheRoot } from '@ludus/runtime/files.ts';
import { partialName } from '@ludus/shell/files.ts';
import { tryLock } from '@ludus/shell/process-lock.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gameNamed, kitOf } from '../games.ts';
import { type ProcessResult, runHere } from '../testing/run-here.ts';
import { confined } from './agent.ts';
import { digestsOf, roundFileOf } from './conclude.ts';
import { LeagueFolder } from './folder.ts';

// A folder without a bot has source files and an agent, but needs no build and no check.

const folder = mkdtempSync(join(tmpdir(), 'ludus-league-short-'));
afterAll(() => rmSync(folder, { recursive: true }));
const league = (...args: string[]) => runHere(['league', ...args], folder);

const BOTS = ['bob', 'dora', 'Moth', 'Gnat'];
const AGENT = 'echo round $LEAGUE_ROUND >> notes.txt';
const SETTINGS = ['-g', 'trails', '--rounds', '3', '--matches', '2', '--budget', 'none', '-j', '1', '--agent', AGENT];

let played: ProcessResult;
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
const change = (path: string, from: string | RegExp, to: string) =>
  writeFileSync(at(path), readFileSync(at(path), 'utf8').replace(from, to));
const differences = (stdout: string): string[] => stdout.split('\n').filter((line) => line.startsWith('differs'));

test('the league reports each step, and where to find the reason if a bot doesn’t play', () => {
  expect(played.stderr).toContain('Round 1: running the agent of dora\n');
  expect(played.stderr).toMatch(/Round 1: playing \d+ matches\n/);
  expect(played.stdout).toContain('bob is not built: see played/rounds/03/digests/bob.txt\n');
});

test('the league reports an agent’s failure in the round where it happens, and again at the league’s end', async () => {
  const agents = ['--agent', 'bob=exit 3', '--agent', 'dora=env FOO=bar sh -c \'echo "$FOO" > seen.txt\''];
  const { status, stdout, stderr } = await league(...BOTS, ...SETTINGS.slice(0, -2), ...agents, '-o', 'failing');
  const log = (round: number) => `it ended with exit code 3; its output is in failing/rounds/0${round}/agents/bob.log`;
  for (const round of [1, 2, 3]) expect(stderr).toContain(`Round ${round}: the agent of bob failed: ${log(round)}\n`);
  expect(stdout).toContain(`The agent of bob failed in 3 of 3 rounds, first in round 1: ${log(1)}\n`);
  expect(stderr + stdout).not.toContain('agent of dora failed');
  expect(readFileSync(join(folder, 'failing/rounds/01/sources/dora/seen.txt'), 'utf8')).toBe('bar\n');
  expect(status).toBe(0);
});

test('the league rejects an agent for a missing bot before writing anything', async () => {
  const { status, stderr } = await league(...BOTS, ...SETTINGS, '--agent', 'bobb=sh ./improve.sh', '-o', 'misspelt');
  expect(stderr).toBe(
    'ludus: --agent bobb=… doesn’t name a bot of the league: choose bob or dora, or write env bobb=… to set a variable\n',
  );
  expect(existsSync(join(folder, 'misspelt'))).toBe(false);
  expect(status).toBe(2);
});

test('a league that was killed in a round reports, when it resumes, that the round continues with a new key', async () => {
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

test('the files that a digest names are in the rounds folder', () => {
  const digest = readFileSync(at('rounds/03/digests/Moth.txt'), 'utf8');
  const paths = [...digest.matchAll(/"\$LEAGUE_RESULTS\/([^"]+)"/g)].map(([, path]) => path);
  expect(paths).toEqual(expect.arrayContaining(['03/results.jsonl', '03/replays']));
  for (const path of paths) expect(existsSync(join(at('rounds'), path)), path).toBe(true);
});

test.each([
  ['changed', (path: string) => appendFileSync(join(path, 'notes.txt'), 'more\n')],
  ['missing', (path: string) => rmSync(path, { recursive: true })],
])('verify reports %s source files once, with their folder, even with --play', async (_, damage) => {
  damage(at('rounds/02/sources/dora'));
  const sentence = `differs: round 2: the source files of dora differ from those that played: ${at('rounds/02/sources/dora')}`;
  for (const options of [[], ['--play', '-j', '1']]) {
    const { status, stdout, stderr } = await league('verify', 'league', ...options);
    expect(differences(stdout), stderr).toEqual([sentence]);
    expect(status).toBe(1);
  }
});

test('verify reports an agent’s record that contradicts the bot’s entry', async () => {
  change('rounds/02/agents/bob.json', '"done"', '"late"');
  const { status, stdout } = await league('verify', 'league');
  expect(differences(stdout)).toEqual([
    'differs: round 2: the entry of bob and agents/bob.json disagree on how its agent ended',
  ]);
  expect(status).toBe(1);
});

test('verify with --play confirms a league without differences', async () => {
  const { status, stdout, stderr } = await league('verify', 'league', '--play', '-j', '1');
  expect(stdout, stderr).toContain('The league is reproducible: 3 rounds');
  expect(status).toBe(0);
});

// A league from someone else may be malicious.

test.each([
  ['league.json', '"dora"', '"../dora"'],
  ['league.json', '"dora"', '".."'],
  ['league.json', '"dora"', '"bob"'],
  ['rounds/01/agents/dora.json', '"dora"', '"/srv/dora"'],
  ['rounds/01/entries.json', '"dora"', '"a/b"'],
  ['rounds/01/round.json', '"dora"', '"bob"'],
  ['league.json', '"matches": 2', '"matches": 100001'],
  ['rounds/01/results.jsonl', '"match":"', '"match":"../'],
])('verify rejects a league if its file %s has %s changed to %s', async (file, from, to) => {
  change(file, from, to);
  const { status, stderr } = await league('verify', 'league', '--play');
  expect(stderr).toMatch(/^ludus: .*(a name has|have the same name|match|league)/);
  expect(status).toBe(2);
});

test('verify doesn’t run any program that a league lists as a built-in bot', async () => {
  for (const file of ['league.json', ...[1, 2, 3].map((round) => `rounds/0${round}/entries.json`)])
    change(file, /"Gnat"/g, '"cmd:x.sh"');
  const { status, stderr } = await league('verify', 'league', '--play');
  expect(stderr).toContain('cmd:x.sh isn’t a built-in bot of Trails');
  expect(status).toBe(2);
});

test('verify with --play runs no agents, and allows missing records', async () => {
  const mark = join(folder, 'mark');
  change('league.json', /"agent": "[^"]*"/g, `"agent": "touch ${mark}"`);
  rmSync(at('rounds/01/agents/dora.json'));
  await league('verify', 'league', '--play', '-j', '1');
  expect(existsSync(mark)).toBe(false);
});

/** Changes the results of the last round, and everything derived from them. */
function forge(changed: (line: ResultLine) => ResultLine): void {
  const forged = new LeagueFolder(at('.'));
  const [settings, before] = [forged.league(), forged.roundFile(3)!];
  const entries = forged.read('entries', at('rounds/03/entries.json'))!.bots;
  const lines = forged.results(3).map(changed);
  writeFileSync(at('rounds/03/results.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const done = roundFileOf(3, before.key, before, entries, lines);
  forged.write(at('rounds/03/round.json'), done);
  const files = { folder: forged, kit: kitOf(gameNamed('trails')), league: settings, entries, done };
  for (const [name, text] of digestsOf(files)) writeFileSync(at(`rounds/03/digests/${name}.txt`), text);
}

test('verify reports matches without a result as unproven, and --play shows whether they had a result', async () => {
  const none = { scores: [], shares: [], used: [], rounds: 0, decided: 0, reason: 'failed', failure: 'it is void' };
  forge((line) => (line.match === 't1-m0' ? { ...line, ...none } : line));
  const replays = await league('verify', 'league', '--json');
  expect(JSON.parse(replays.stdout)).toMatchObject({ kind: 'unproven', unproven: 1, differences: [] });
  expect(replays.stderr).toMatch(/^1 of \d+ matches have no result/m);
  expect(replays.status).toBe(1);
  const { stdout } = await league('verify', 'league', '--play', '-j', '1');
  expect(differences(stdout)[0]).toMatch(/^differs: round 3: match t1-m0 .*: scores, .*failure/);
});

test('verify with --play checks fields that a replay can’t prove', async () => {
  forge((line) => ({ ...line, decided: 1, used: line.used.map(() => 0.5) }));
  const replays = await league('verify', 'league');
  expect(replays.stdout).toContain('Replays don’t prove who chose the moves, or the fields “used” and “decided”');
  expect(replays.status).toBe(0);
  const { stdout } = await league('verify', 'league', '--play', '-j', '1');
  expect(differences(stdout)[0]).toMatch(
    /^differs: round 3: match \S+ differs when it is played again: decided, used$/,
  );
});

test('a replay on the wrong board proves nothing, and the replay’s text is printed without control characters', async () => {
  const [line] = new LeagueFolder(at('.')).results(3);
  const replay = (match: string) => at(`rounds/03/replays/${match}.trails.gz`);
  const other = ['-g', 'trails', '--seed', String(line.seed), '-o', 'other.trails'];
  await runHere(['match', ...line.players, ...other], folder);
  writeFileSync(replay(line.match), gzipSync(readFileSync(join(folder, 'other.trails'))));
  const { stdout } = await league('verify', 'league');
  expect(stdout).toContain(`match ${line.match}: its replay’s board isn’t the match’s board`);
  const own = gunzipSync(readFileSync(join(folder, `played/rounds/03/replays/${line.match}.trails.gz`))).toString();
  writeFileSync(replay(line.match), gzipSync(own.replace(/\n(?=.*\n$)/, '\n\u009b31m')));
  const printed = await league('verify', 'league');
  expect(printed.stdout).toContain('?31m');
  expect(printed.stdout).not.toContain('\u009b');
});

test('report doesn’t follow a link that leads out of a league', async () => {
  mkdirSync(join(folder, 'private'), { recursive: true });
  writeFileSync(join(folder, 'private/secret.txt'), 'a secret');
  rmSync(at('rounds/02/sources/dora'), { recursive: true });
  symlinkSync(join(folder, 'private'), at('rounds/02/sources/dora'));
  const { status, stderr } = await league('report', 'league', '-o', 'page.html');
  expect(stderr).toContain('it is missing, or its path contains a link');
  expect(status).toBe(2);
});

test.each(['rounds', 'rounds/02/sources/dora', 'rounds/03/round.json', 'report.html'])(
  'the league rejects a link at %s, and writes nothing into the link’s target',
  async (path) => {
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    rmSync(at(path), { recursive: true, force: true });
    symlinkSync(elsewhere, at(path));
    for (const args of [
      [...BOTS, ...SETTINGS],
      ['report', 'league'],
    ]) {
      const { status, stderr } = await league(...args);
      expect(stderr).toContain(`${at(path)} is a link`);
      expect(status).toBe(2);
    }
    expect(readdirSync(elsewhere)).toEqual([]);
  },
);

test.runIf(process.platform !== 'win32')('verify doesn’t wait for a pipe', async () => {
  const [{ match }] = new LeagueFolder(at('.')).results(3);
  for (const file of [`rounds/03/replays/${match}.trails.gz`, 'rounds/02/digests/bob.txt']) {
    rmSync(at(file));
    execFileSync('mkfifo', [at(file)]);
  }
  expect((await league('verify', 'league')).stderr).toContain('bob.txt: it isn’t a regular file');
  rmSync(at('rounds/02/digests/bob.txt'));
  expect((await league('verify', 'league')).stdout).toContain(`match ${match}: it has no replay`);
});

test('a league doesn’t delete its user’s files', async () => {
  const files = ['work/notes.txt', 'mydata/movie.mkv.partial'].map((file) => join(folder, 'mine', file));
  files.push(at('mydata/movie.mkv.partial'));
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'mine');
  }
  const { status, stderr } = await league(...BOTS, ...SETTINGS, '-o', 'mine');
  expect(stderr).toContain('mine contains other files but no league');
  expect(status).toBe(2);
  expect((await league(...BOTS, ...SETTINGS)).status).toBe(0);
  for (const file of files) expect(existsSync(file), file).toBe(true);
});

test('a league keeps a user’s file even if it has the same name as a league’s file', async () => {
  const file = join(folder, 'hashed', 'secret.sha256');
  mkdirSync(dirname(file));
  writeFileSync(file, 'mine');
  for (const secret of [[], ['--secret', 'word']]) {
    const { stderr } = await league(...BOTS, ...SETTINGS, ...secret, '-o', 'hashed');
    expect(stderr).toContain('hashed contains other files but no league');
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a league can start in a folder that contains only a killed league’s unfinished file', async () => {
  const left = partialName(join(folder, 'begun', 'league.json'));
  mkdirSync(dirname(left));
  writeFileSync(left, '{');
  const { status, stderr } = await league(...BOTS, ...SETTINGS, '--rounds', '1', '-o', 'begun');
  expect(status, stderr).toBe(0);
  expect(existsSync(left)).toBe(false);
});

test('only one process at a time can play the league in a folder, even if the folder is named through a link', async () => {
  symlinkSync('league', join(folder, 'alias'));
  const lock = await tryLock(`league ${realpathSync(at('.'))}`);
  const { status, stderr } = await league(...BOTS, ...SETTINGS, '-o', 'alias');
  await lock!.release();
  expect(stderr).toContain('another process is playing the league in alias');
  expect(status).toBe(2);
});

test('a league without a match ends with exit code 1', async () => {
  const { status, stderr } = await league('bob', 'dora', ...SETTINGS, '--rounds', '1', '-o', 'none');
  expect(stderr).toContain('no matches were played');
  expect(status).toBe(1);
});

test('an agent can’t see the cache of compiled bots', () => {
  mkdirSync(cacheRoot(), { recursive: true });
  const { command } = confined({ program: 'true', args: [] }, { folder, hidden: [], shown: [], writable: [] });
  expect(command.args.join(' ')).toContain(`--tmpfs ${cacheRoot()} `);
});
