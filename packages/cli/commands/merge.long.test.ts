import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subfolderUntil } from '../../../tools/folder-until.ts';
import { runHere } from '../testing/run-here.ts';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const RESULTS = ['results.jsonl', 'results.csv'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-merge-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ludus = (...args: string[]) => runHere(args, folder);
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

/** Plays shards until merging reports that no match is missing. Returns its last message and the number of rounds. */
async function inShards(name: string, shards: number, args: readonly string[]) {
  const merged = `${name}/merged`;
  const rounds = ['duel', 'tournament'].includes(args[0]) ? ['--merged', merged] : [];
  for (let round = 1; ; round++) {
    const parts = [];
    for (let i = shards; i >= 1; i--) {
      const part = `${name}/${i}`;
      const played = await ludus(...args, ...rounds, '--shard', `${i}/${shards}`, '-j', '1', '-o', part);
      expect(played.status, played.stderr).toBe(0);
      parts.push(part);
    }
    const ended = await ludus('merge', ...parts, parts[0], '-o', merged);
    if (ended.status !== 75) return { ...ended, round, merged };
  }
}

const STAR_WAR = ['-g', 'starwar', '--boards', 'maze1'];
const RUNS: Readonly<Record<string, { readonly args: readonly string[]; readonly rounds: number }>> = {
  batch: { args: ['batch', 'Demo', 'Dummy', 'Null', 'Demo', ...STAR_WAR, '--seeds', '1..5', '--replays'], rounds: 1 },
  duel: { args: ['duel', 'Moth', 'Null', '-g', 'trails', '--pairs', '4'], rounds: 2 },
  'a tournament': {
    args: [
      'tournament',
      'Mole',
      'Moth',
      'Gnat',
      'Null',
      '-g',
      'trails',
      '-f',
      'swiss',
      '--rounds',
      '2',
      '--games',
      '2',
    ],
    rounds: 2,
  },
  strength: { args: ['strength', '--players', 'Dummy', '-g', 'starwar', '--seeds', '1'], rounds: 1 },
};

test.each(Object.entries(RUNS))(
  'shards merge into the same bytes as one run (%s)',
  async (name, { args, rounds }) => {
    const one = await ludus(...args, '-j', '2', '-o', `${name}/one`);
    const merged = await inShards(name, 2, args);
    expect([merged.status, merged.round, merged.stderr]).toEqual([one.status, rounds, '']);
    for (const file of RESULTS) expect(read(merged.merged, file)).toBe(read(name, 'one', file));
    expect(existsSync(join(folder, merged.merged, 'summary.json'))).toBe(
      existsSync(join(folder, name, 'one/summary.json')),
    );
    const last = (text: string) => text.replaceAll(`${name}/one`, merged.merged).trimEnd().split('\n').at(-1);
    expect(last(merged.stdout)).toBe(last(one.stdout));
    if (name === 'batch')
      expect(readFileSync(join(folder, merged.merged, 'replays/b0-s2.moves.gz'))).toEqual(
        readFileSync(join(folder, name, 'one/replays/b0-s2.moves.gz')),
      );
  },
  300_000,
);

test('merge names missing, incomplete, and unrelated parts', async () => {
  const batch = ['batch', 'Null', 'Null', 'Null', 'Null', ...STAR_WAR, '-j', '1'];
  for (const i of [1, 2]) await ludus(...batch, '--seeds', '1..7', '--shard', `${i}/4`, '-o', `p/${i}`);
  cpSync(join(folder, 'p/2'), join(folder, 'p/short'), { recursive: true });
  truncateSync(join(folder, 'p/short/journal.jsonl'), read('p/short/journal.jsonl').length - 9);
  const early = await ludus('merge', 'p/1', 'p/short', '-o', 'early');
  expect([early.status, early.stdout]).toEqual([
    75,
    'Parts 3–4 of 4 are missing.\nPart 2 of 4 is not finished: it has 1 of 2 matches.\nRun the commands of these parts again, then merge again.\n',
  ]);
  await ludus(...batch, '--seeds', '1..8', '--shard', '1/4', '-o', 'p/seeds');
  await ludus(...batch.with(1, 'Dummy'), '--seeds', '1..7', '--shard', '1/4', '-o', 'p/players');
  const refused = async (part: string) => (await ludus('merge', 'p/1', part, '-o', 'none')).stderr;
  expect(await refused('p/seeds')).toBe(
    'ludus: p/seeds is not a part of the same run as p/1: the setting “seeds” is [1,2,3,4,5,6,7,8], not [1,2,3,4,5,6,7]\n',
  );
  expect(await refused('p/players')).toContain('the players are Dummy, Null, Null#2, Null#3, not Null, Null#2');
  expect(await refused('p')).toContain('p isn’t a part of a run: it has no run.json');
  expect(existsSync(join(folder, 'none'))).toBe(false);
  writeFileSync(join(folder, 'Idle.mjs'), 'export default () => {};');
  const luck = await ludus(...batch.with(1, './Idle.mjs'), '--shard', '1/2', '-o', 'none');
  expect([luck.status, luck.stderr]).toEqual([
    2,
    'ludus: with --shard and a budget, all parts need the same --secret WORD, because it determines the luck in matches; or use --budget none\n',
  ]);
}, 120_000);

// The tests of packages/lab/batch kill a run and resume it.
test.skipIf(process.platform !== 'linux')(
  'a killed shard resumes when its command is repeated',
  async () => {
    const batch = ['batch', 'Demo', 'Dummy', 'Null', 'Demo', ...STAR_WAR, '--seeds', '1..16', '--replays', '-j', '1'];
    const part = [...batch, '--shard', '1/2', '-o', 'killed'];
    const child = spawn(process.execPath, [LUDUS, ...part], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await subfolderUntil(
      folder,
      'killed',
      () => existsSync(join(folder, 'killed/journal.jsonl')) && read('killed/journal.jsonl').split('\n').length > 4,
    );
    child.kill('SIGKILL');
    await ended;
    const again = await ludus(...part);
    expect(again.stderr).toMatch(/^continuing the run in .* with \d+ matches/);
    await ludus(...batch, '--shard', '2/2', '-o', 'k/2');
    await ludus(...batch, '-o', 'k/one');
    expect((await ludus('merge', 'killed', 'k/2', '-o', 'k/merged')).status).toBe(0);
    for (const file of RESULTS) expect(read('k/merged', file)).toBe(read('k/one', file));
    const replay = (run: string) => readFileSync(join(folder, run, 'replays/b0-s2.moves.gz'));
    expect(replay('k/merged')).toEqual(replay('k/one'));
  },
  120_000,
);
