import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '@ludus/cli/commands.ts';
import { type ProcessResult, runHere } from '@ludus/cli/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { program } from './program.ts';

const PICK = fileURLToPath(new URL('./pick/', import.meta.url));
const PICKER = join(PICK, 'samples/picker.js');

let folder: string;
const ELSEWHERE = { LUDUS_GAMES: join(PICK, 'kit.ts') };
const { ludus: ludusApart, said } = program(() => folder, ELSEWHERE);
/** Only the long run builds pages with the game, which takes a minute. */
const pages = program(() => folder, IS_LONG_RUN ? ELSEWHERE : {});

/**
 * Runs a command in this process. The effects of a separate process are covered by the commands that serve pages, and
 * by the packages' tests.
 */
const ludus = (...args: string[]): Promise<ProcessResult> => runHere(args, folder);

/** Runs a command that must succeed. Returns its output. */
async function done(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await ludus(...args);
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

beforeAll(() => {
  // Set before any command is called for the first time, because that call imports the command.
  Object.assign(process.env, ELSEWHERE, { BROWSER: 'none' });
  folder = mkdtempSync(join(tmpdir(), 'ludus-every-command-'));
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The error message of a command that rejects its arguments. */
const refusal = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await ludus(...args);
  expect([status, stdout]).toEqual([2, '']);
  return /^ludus: (.*)\n$/.exec(stderr)?.[1] ?? stderr;
};
const HAVE_ONE = 'games that have one';

/** For each command, a test with a game that no command knows. If a command has no test here, the last test fails. */
const TRIED: Readonly<Record<keyof typeof COMMANDS, () => Promise<void>>> = {
  async play() {
    expect(await done('play', '--game', 'pick', '-s', '3', '--no-live')).toContain('The replay is replays');
  },
  async match() {
    await done('match', 'Lucky', 'Round', 'Low', '-i', 'three', '-s', '7', '-o', 'm.pick', '--log-folder', 'logs');
    await done('match', PICKER, 'Low', '-i', 'boards/pick/default', '-o', 'p.pick', '--budget', 'cpu');
    expect(await done('match', '-l', '-i', 'three')).toContain('Lucky');
    expect((await ludus('match', 'Lucky', 'Low', '-i', 'three')).stderr).toContain('needs 3 players, not 2');
  },
  async verify() {
    expect(await done('verify', 'm.pick', 'p.pick')).toBe('ok m.pick\nok p.pick\n');
  },
  async view() {
    expect(await refusal('view', 'none.pick')).toContain('none.pick');
    if (!IS_LONG_RUN) return;
    await pages.served(['view', 'm.pick'], ['/folder/m.pick']);
    expect(await done('view', 'm.pick', '-o', 'm.html')).toBe('m.html\n');
    expect(readFileSync(join(folder, 'm.html'), 'utf8')).toContain('"name":"m.pick"');
  },
  open: () => pages.served(['open', '.'], ['/api/folder']),
  async build() {
    expect(await refusal('build', 'AIPick.cc', '--game', 'pick')).toBe('cannot read AIPick.cc: there is no such file');
    expect(await refusal('build', PICKER, '--game', 'pick')).toBe(
      'picker.js can’t be built, because Pick doesn’t support WebAssembly bots in its language',
    );
  },
  async site() {
    if (IS_LONG_RUN) {
      expect(await done('site', 'build', 'site')).toMatch(/^site: \d+ files, [\d.]+ MB\n$/);
      expect(readdirSync(join(folder, 'site'))).toContain('ludus-run.js');
    }
    expect((await ludus('site', 'build', '.')).stderr).toContain('contains files that don’t belong to a site');
  },
  async sandbox() {
    const tiers = (await done('sandbox')).match(/^\S.*?(?= {2}| available| no)/gm);
    expect(tiers).toEqual(['basic', 'filtered', 'full', 'control groups']);
  },
  async new() {
    await done('new', 'player', '--lang', 'javascript', '--game', 'pick', '--name', 'Mine');
    expect(readdirSync(join(folder, 'Mine'))).toContain('board.txt');
    expect(await refusal('new', 'player', '--lang', 'cpp', '--game', 'pick', '--name', 'Other')).toMatch(
      /^there is no sample of Pick in cpp, but there is one in javascript;/,
    );
  },
  async mcp() {
    // The input is empty, so the server ends immediately.
    expect(ludusApart('mcp')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  },
  async check() {
    expect(await done('check', './Mine/Mine.js', '--game', 'pick')).toContain('All steps passed');
  },
  watch: () =>
    said(
      ['watch', './Mine/Mine.js', 'Low', '--game', 'pick', '--seeds', '2'],
      /version 1\n {2}seed 1 .*\n {2}seed 2 .*\n/,
    ),
  async why() {
    expect((await ludus('why', 'm.pick', '--seat', '0')).stdout).toContain('Lucky');
  },
  async debug() {
    expect(await done('debug', 'p.pick', '--seat', '0', '--player', PICKER)).toContain(
      'moves as recorded in all 9 rounds',
    );
    expect((await ludus('debug', 'm.pick', '--seat', '0', '--player', 'Low')).status).toBe(1);
  },
  async branch() {
    const { status, stderr } = await ludus(
      'branch',
      'm.pick',
      '--round',
      '2',
      '--seat',
      '1=Lucky',
      '-o',
      'branch.pick',
    );
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('Lucky@2') });
    await done('verify', 'branch.pick');
  },
  async batch() {
    await done(
      'batch',
      'Lucky',
      'Round',
      'Low',
      '--game',
      'pick',
      '--boards',
      'three',
      '--seeds',
      '1..8',
      '-j',
      '1',
      '-o',
      'b',
      '--replays',
    );
    expect(readFileSync(join(folder, 'b/results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(8);
  },
  async expand() {
    const [kept] = readdirSync(join(folder, 'b/replays'));
    // A replay that contains only moves is stored unchanged.
    expect((await ludus('expand', join('b/replays', kept))).stderr).toContain('there is nothing to expand');
    await done('verify', join('b/replays', kept));
  },
  async duel() {
    const args = ['--game', 'pick', '--boards', 'three', '-j', '1', '-o', 'd', '--limit', '60', '--elo1', '100'];
    const { status, stdout, stderr } = await ludus('duel', 'Round', 'Low', ...args);
    expect([status, stderr]).toEqual([1, '']);
    // The bots' picks don't depend on the seed.
    expect(stdout).toMatch(/^Undecided: all 60 pairs were exactly even, so Round and Low may be the same\.$/m);
    // In a game for three players, each of the two bots plays in every seat, with one seat or two.
    const results = readFileSync(join(folder, 'd/results.jsonl'), 'utf8').trim().split('\n');
    expect(results).toHaveLength(120);
    const seated = results.map((line) => JSON.parse(line).players.join());
    expect(new Set(seated).size).toBe(6);
  },
  async tournament() {
    const args = ['--game', 'pick', '--boards', 'three', '-j', '1', '-o', 't', '--format', 'roundrobin'];
    await done('tournament', 'Lucky', 'Round', 'Low', ...args, '--matches', '4');
  },
  async league() {
    const { status, stderr } = await ludus('league', 'verify', 'no-league');
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('no-league') });
  },
  async merge() {
    const args = ['Lucky', 'Round', 'Low', '--game', 'pick', '--boards', 'three', '--seeds', '1..3', '-j', '1'];
    for (const i of [1, 2]) await done('batch', ...args, '--shard', `${i}/2`, '-o', `part${i}`);
    expect(await done('merge', 'part2', 'part1', '-o', 'whole')).toContain('Lucky');
  },
  async rate() {
    expect(await done('rate', 't')).toContain('Lucky');
  },
  async report() {
    await done('report', 't', '-o', 'r.html');
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('Lucky');
  },
  async similar() {
    const source = readFileSync(PICKER, 'utf8');
    for (const who of ['ann', 'ben', 'cem']) {
      mkdirSync(join(folder, 'subs', who), { recursive: true });
      writeFileSync(join(folder, 'subs', who, 'picker.js'), who === 'cem' ? 'export default () => 1;\n' : source);
    }
    expect(await ludus('similar', 'subs', '-o', 'similar.html')).toMatchObject({
      status: 0,
      // The two files are identical, but too short for the similarity to be significant.
      stdout: expect.stringMatching(/^1 +22% +ann \(picker\.js\) +ben \(picker\.js\)$/m),
    });
    expect(readFileSync(join(folder, 'similar.html'), 'utf8')).toContain('id="pair-1"');
  },
  async agree() {
    for (const seed of ['1', '2'])
      await done('match', 'Lucky', 'Round', 'Low', '-i', 'three', '-s', seed, '-o', `${seed}.pick`);
    expect(await done('agree', 'Lucky', 'Round', 'Low', '--input', '1.pick', '2.pick')).toContain('Lucky');
  },
  async board() {
    const said = (await ludus('board', 'check', join(PICK, 'boards/three.txt'), '--matches', '3')).stdout;
    expect(said).toMatch(/^12 rounds per match; ended by rounds 7\.$/m);
  },
  async rules() {
    expect(await done('rules', 'pick')).toMatch(/^# Commands\n/);
    expect(await done('rules', 'trails', '--lang', 'python')).toContain('# A complete bot in Python');
    expect(await refusal('rules', 'pick', '--lang', 'go')).toMatch(/^there is no sample of Pick in go/);
  },
  async rivals() {
    expect(await done('rivals')).toMatch(/^The built-in opponents of /);
    expect(await refusal('rivals', 'pick')).toBe(
      `Pick has no practice ladder; ${HAVE_ONE}: trails, angrymob, madmax, periscope, starwar, talltales`,
    );
  },
  async climb() {
    expect(await refusal('climb', 'Low', '--game', 'pick')).toMatch(/^Pick has no practice ladder;/);
    const { status, stdout } = await ludus('climb', 'Moth', '--game', 'trails', '--pairs', '2', '-o', 'climb.trails');
    expect(stdout).toContain('is in climb.trails');
    expect(status).toBe(0);
  },
  async benchmark() {
    expect(await refusal('benchmark', PICKER, '--game', 'pick')).toMatch(/^Pick has no practice ladder;/);
  },
  async schema() {
    expect(JSON.parse(await done('schema', 'match'))).toMatchObject({ title: 'ludus match --json' });
  },
  async strength() {
    expect(await refusal('strength', '--game', 'pick')).toBe(
      `Pick has no table of strength; ${HAVE_ONE}: trails, madmax, periscope, starwar, talltales`,
    );
  },
  async env() {
    expect(await refusal('env', 'pick')).toBe(
      `Pick has no simulator; ${HAVE_ONE}: trails, angrymob, madmax, periscope, starwar, talltales`,
    );
  },
  async serve() {
    expect(await refusal('serve', '--data', 'data', '--port', '1e3')).toBe(
      '--port must be a whole number from 0 to 65535, not 1e3',
    );
    // A quick run skips the server, because packages/cli/commands/serve.slow.test.ts tests servers and workers without
    // this game.
    if (IS_LONG_RUN) await pages.said(['serve', '--data', 'data', '--port', '0'], /Contests are at http/);
  },
  async worker() {
    expect(await refusal('worker', '--server', 'nonsense', '--token', 'none')).toContain('nonsense isn’t the address');
    if (IS_LONG_RUN)
      await said(
        ['worker', '--server', 'http://127.0.0.1:9', '--token', 'none'],
        /the server does not respond, trying again/,
      );
  },
  async submit() {
    const { status, stderr } = await ludus(
      'submit',
      PICKER,
      '--contest',
      'http://127.0.0.1:9/c/none',
      '--token',
      'none',
    );
    expect([status, stderr.split('\n')[0]]).toEqual([2, 'ludus: http://127.0.0.1:9 does not respond: bad port']);
  },
  async contest() {
    expect(await refusal('contest', 'verify', 'm.pick')).toBe('m.pick: line 1 isn’t a line of a contest export');
  },
  async grade() {
    const tasks = [{ run: 'climb', points: 1 }];
    writeFileSync(join(folder, 'grading.json'), JSON.stringify({ game: 'pick', player: PICKER, tasks }));
    expect(await refusal('grade', 'grading.json')).toMatch(/^Pick has no practice ladder/);
  },
  async round() {
    expect(await refusal('round', 'verify', 'm.pick')).toBe(
      'm.pick: line 1: this isn’t a final’s export: its first line has another format',
    );
    expect(await refusal('round', 'reveal', 'm.pick', '-o', 'm.html')).toBe(
      'm.pick: line 1: this isn’t a final’s export: its first line has another format',
    );
  },
  async get() {
    // In the repository, npm installs the compiler.
    expect(await done('get', 'clang', '--yes')).toContain('is already installed');
  },
  async cache() {
    expect(await done('cache')).toMatch(/^\S.*: \d+ MiB of at most \d+ MiB$/m);
  },
  async dataset() {
    // The game has no simulator, as a line of the file states. The command writes directly to the file descriptor, past
    // the process's streams.
    expect(ludusApart('dataset', 'm.pick').stdout).toContain('"problem":"Pick has no simulator');
  },
};

test('every-command.test.ts tests every command with a custom game', () => {
  expect(Object.keys(TRIED).sort()).toEqual(Object.keys(COMMANDS).sort());
});

for (const [name, tried] of Object.entries(TRIED))
  test(`ludus ${name} works with a custom game, or reports why it can’t`, { timeout: 600_000 }, tried);
