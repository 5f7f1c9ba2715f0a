import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type RunningServer, startServer } from '@ludus/contest/server/start.ts';
import { organiserOf } from '@ludus/contest/testing/contest.ts';
import { fresh } from '@ludus/contest/testing/databases.ts';
import { wasmToolchain } from '@ludus/runtime/compile/toolchain.ts';
import { openCells } from 'ludus/cells.ts';
import { engineIdentity } from 'ludus/identity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subfolderUntil } from '../../../tools/folder-until.ts';
import { house } from '../contest/house.ts';
import { boardFiles, GAMES, kitOf } from '../games.ts';

/** Matches on a contest's server are those of this machine: the same files come of them, to the byte. */
const ludus = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
if (process.env.CI === 'true' && wasmToolchain() === undefined)
  throw new Error('C++ players cannot be compiled: install clang, lld, wasi-libc and libc++ for wasm32');
const cells = openCells({ idle: 2 });
let folder: string;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-elsewhere-'));
  writeFileSync(
    join(folder, 'Mine.ts'),
    `import { TrailsPlayer } from 'ludus/trails';
export default class Mine extends TrailsPlayer {
  play(): void {
    if (this.round === 9) throw new Error('Mine is tired');
    const free = [this.left(this.heading), this.heading].find((way) => this.isFree(this.next(way)));
    if (free !== undefined) this.go(free);
  }
}
`,
  );
  server = await startServer({
    place: await fresh(),
    house,
    version: '0.0.0',
    engine: engineIdentity(),
    compile: async () => ({ ok: false, why: 'nothing is compiled here' }),
    play: (job) => cells.play(job),
    parallel: 2,
    sweepMs: 200,
  });
  const organiser = await organiserOf(server);
  token = (await organiser.get('makeToken', { body: { name: 'mine', scopes: ['laboratory'] } })).secret;
});
afterAll(async () => {
  await server.close();
  await cells.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function run(...args: string[]): Promise<Ended> {
  return start(...args).ended;
}
function start(...args: string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [ludus, ...args], { cwd: folder });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes) => {
    said.stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    said.stderr += bytes;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...said })));
  return { child, ended };
}
const on = () => ['--on', server.url, '--token', token];
const read = (out: string, file: string) => readFileSync(join(folder, out, file));

async function same(args: string[], files: string[]): Promise<void> {
  const there = await run(...args, '-o', 'there', ...on());
  const here = await run(...args, '-o', 'here', '--budget', 'fuel', '-j', '1');
  const said = ({ code: status, stdout, stderr }: Ended) => ({
    status,
    stdout: stdout.replaceAll('there/', 'here/'),
    // How fast it goes is nobody's result.
    stderr: stderr.replace(/^.* matches · .*\n/gm, ''),
  });
  expect(said(there)).toEqual(said(here));
  for (const file of files) expect(read('there', file).toString()).toBe(read('here', file).toString());
  if (args.includes('--replays')) {
    const kept = readdirSync(join(folder, 'here/replays')).sort();
    expect(readdirSync(join(folder, 'there/replays')).sort()).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) {
      const [one, other] = [read('there/replays', file), read('here/replays', file)];
      expect(gunzipSync(one).toString(), file).toBe(gunzipSync(other).toString());
      expect(one.equals(other), file).toBe(true);
    }
  }
  // Nothing is left of it on the server.
  expect(await server.desk.store.db.selectFrom('lab_runs').selectAll().execute()).toEqual([]);
  rmSync(join(folder, 'there'), { recursive: true });
  rmSync(join(folder, 'here'), { recursive: true });
}

const RESULTS = ['results.jsonl', 'results.csv'];

test('a batch there and here: results and replays', async () => {
  await same(
    ['batch', './Mine.ts', 'Mole', '-g', 'trails', '--seeds', '1..3', '--rotate', '--secret', 'x', '--replays'],
    RESULTS,
  );
});

test.skipIf(wasmToolchain() === undefined)(
  'C++ players are compiled here, and play there as they do here',
  async () => {
    const demo = readFileSync(new URL('../../games/madmax/players/cpp/AIDemo.cc', import.meta.url), 'utf8');
    writeFileSync(join(folder, 'AIMine.cc'), demo.replace(/PLAYER_NAME Demo/, 'PLAYER_NAME Mine'));
    const four = ['./AIMine.cc', 'Demo', './AIMine.cc', 'Null'];
    await same(
      ['batch', ...four, '-g', 'madmax', '--boards', 'default', '--seeds', '1..3', '--secret', 'x', '--replays'],
      RESULTS,
    );
    writeFileSync(join(folder, 'AIBad.cc'), demo.replace('{', '{ int x = nothing;'));
    const bad = await run('batch', './AIBad.cc', 'Demo', 'Demo', 'Null', '-g', 'madmax', '-o', 'no', ...on());
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringMatching(/AIBad\.cc:\d+:\d+: error: .*nothing/)]);
    expect(existsSync(join(folder, 'no'))).toBe(false);
  },
);

test('a duel: it decides there as it does here, and what it asked for beyond that is not played', async () => {
  const args = ['duel', './Mine.ts', 'Mole', '-g', 'trails', '--boards', 'default', '--limit', '40', '--secret', 'x'];
  await same(args, [...RESULTS, 'summary.json']);
});

test('a tournament on boards that the game makes of seeds, and replays that are kept as moves', async () => {
  const generating = GAMES.find((game) => game.generateBoard && boardFiles(game).size === 0)!;
  const [one, other] = kitOf(generating).players;
  await same(
    [
      'tournament',
      one.name,
      other.name,
      '-g',
      generating.id,
      '--format',
      'roundrobin',
      '--matches',
      '2',
      '--secret',
      'x',
    ],
    [...RESULTS, 'summary.json'],
  );
  const long = GAMES.find((game) => game.replay.long && boardFiles(game).size > 0)!;
  const [player] = kitOf(long).players;
  const four = Array<string>(4).fill(player.name);
  const [board] = boardFiles(long).keys();
  await same(
    ['batch', ...four, '-g', long.id, '--boards', board, '--seeds', '1..2', '--secret', 'x', '--replays'],
    RESULTS,
  );
});

test.skipIf(process.platform === 'win32')(
  'stopped with Ctrl-C or killed, the same command goes on, there or here, and comes to the same',
  async () => {
    const args = [
      'batch',
      'Mole',
      './Mine.ts',
      '-g',
      'trails',
      '--boards',
      'default',
      '--seeds',
      '1..30',
      '--secret',
      'x',
    ];
    const journal = () => {
      const file = join(folder, 'on/journal.jsonl');
      return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 2 : 0;
    };
    const runs = () => server.desk.store.db.selectFrom('lab_runs').selectAll().execute();
    const stopped = start(...args, '-o', 'on', ...on());
    await subfolderUntil(folder, 'on', () => journal() > 1);
    stopped.child.kill('SIGINT');
    expect(await stopped.ended).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/Stopped after \d+ matches\. The same command continues the run\.\n$/),
    });
    // What it asked for is off the queue.
    expect(await runs()).toEqual([]);
    const before = journal();
    const killed = start(...args, '-o', 'on', ...on());
    await subfolderUntil(folder, 'on', () => journal() > before + 1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await runs()).toHaveLength(1);
    const there = await run(...args, '-o', 'on', ...on());
    expect(there.code, there.stderr).toBe(0);
    expect(await runs()).toEqual([]);
    expect(journal()).toBe(30);
    expect(new Set(read('on', 'journal.jsonl').toString().trim().split('\n')).size).toBe(31);
  },
  // Four runs of the command, one after the other.
  400_000,
);

test('what does not go there is said at once', async () => {
  const refused = async (...args: string[]) => {
    const { code, stderr } = await run(...args, '-o', 'no', ...on());
    expect(code).toBe(2);
    return stderr;
  };
  const batch = ['batch', 'Mole', 'Mole', '-g', 'trails'];
  expect(await refused(...batch, '--budget', 'cpu')).toBe(
    'ludus: matches on a server are counted in fuel: --budget goes with --on as fuel only\n',
  );
  expect(await refused(...batch, '--memory', '10')).toMatch(/^ludus: --memory does not go with --on: /);
  writeFileSync(join(folder, 'mine.py'), 'print()\n');
  expect(await refused('batch', './mine.py', 'Mole', '-g', 'trails')).toMatch(/^ludus: \.\/mine\.py /);
  const stranger = await run(...batch, '-o', 'no', '--on', server.url, '--token', 'lp_none');
  expect([stranger.code, stranger.stderr]).toEqual([
    2,
    `ludus: ${server.url} refuses: this token is not good, or not any more\n`,
  ]);
  expect(existsSync(join(folder, 'no'))).toBe(false);
});
