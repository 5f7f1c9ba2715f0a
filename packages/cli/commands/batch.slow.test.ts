import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subfolderUntil } from '../../../tools/folder-until.ts';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { lightBot } from '../testing/light-bot.ts';
import { runHere } from '../testing/run-here.ts';

const ludus = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-batch-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}
function start(...args: string[]): ChildProcess & { ended: Promise<ProcessResult> } {
  const child = spawn(process.execPath, [ludus, ...args], { cwd: folder });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes) => {
    said.stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    said.stderr += bytes;
  });
  const ended = new Promise<ProcessResult>((resolve) => child.on('close', (code) => resolve({ code, ...said })));
  return Object.assign(child, { ended });
}
/** Runs a command in this process. A run that is killed or stopped gets a separate process. */
const run = async (...args: string[]): Promise<ProcessResult> => {
  const { status, ...said } = await runHere(args, folder);
  return { code: status, ...said };
};

const lines = (file: string): string[] =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1) : [];
/** Polls a condition, since changes of a process's state can't be awaited. */
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const alive = (pid: number) => existsSync(`/proc/${pid}`);

const BOARDS = ['--boards', 'maze1', 'maze2', 'maze3'];
const matches = ['batch', 'Demo', 'Dummy', 'Null', 'Demo', '-g', 'starwar', ...BOARDS, '--seeds', '1..6', '-j', '2'];
const whole = async (out: string) => {
  const result = await run(...matches, '-o', out);
  expect(result.code, result.stderr).toBe(0);
  return readFileSync(join(folder, out, 'results.jsonl'), 'utf8');
};

// A quick run skips this test, because the tests of packages/lab/batch kill workers, and stop and resume runs.
if (IS_LONG_RUN)
  test.skipIf(process.platform !== 'linux')(
    'a batch that is killed, stopped, and resumed has an undisturbed batch’s results, and records each match once',
    async () => {
      const expected = await whole('reference');
      expect(expected.split('\n')).toHaveLength(19);

      const first = start(...matches, '-o', 'broken');
      await subfolderUntil(folder, 'broken', () => lines('broken/journal.jsonl').length > 4);
      const workers = childrenOf(first.pid!);
      expect(workers).toHaveLength(2);
      first.kill('SIGKILL');
      await first.ended;
      await until(() => !workers.some(alive));
      expect(existsSync(join(folder, 'broken/results.jsonl'))).toBe(false);
      const left = lines('broken/journal.jsonl').length;

      const second = start(...matches, '-o', 'broken');
      await subfolderUntil(folder, 'broken', () => lines('broken/journal.jsonl').length > left + 3);
      second.kill('SIGINT');
      const stopped = await second.ended;
      expect(stopped.code).toBe(130);
      expect(stopped.stderr).toMatch(/Stopped after \d+ matches. The same command continues the run/);
      expect(existsSync(join(folder, 'broken/lock'))).toBe(false);

      const third = start(...matches, '-o', 'broken');
      await until(() => childrenOf(third.pid!).length === 2);
      process.kill(childrenOf(third.pid!)[0], 'SIGKILL');
      const done = await third.ended;
      expect(done.code, done.stderr).toBe(0);
      expect(readFileSync(join(folder, 'broken/results.jsonl'), 'utf8')).toBe(expected);
      const ids = lines('broken/journal.jsonl')
        .slice(1)
        .map((line) => JSON.parse(line).id);
      expect(ids).toHaveLength(18);
      expect(new Set(ids).size).toBe(18);
    },
  );

test('a batch’s compact replays are small, and expand to the same bytes as the match command’s replays', async () => {
  const result = await run(
    'batch',
    'Demo',
    'Dummy',
    'Null',
    'Demo',
    '-g',
    'madmax',
    '--boards',
    'maze1',
    '--seeds',
    '7',
    '--replays',
    '-j',
    '1',
    '-o',
    join(folder, 'kept'),
  );
  expect(result.code, result.stderr).toBe(0);
  expect(readdirSync(join(folder, 'kept/replays'))).toEqual(['b0-s7.moves.gz']);
  const board = fileURLToPath(new URL('../../games/madmax/boards/maze1.cnf', import.meta.url));
  await run('match', 'Demo', 'Dummy', 'Null', 'Demo', '-s', '7', '-i', board, '-o', 'match.res');
  const kept = join(folder, 'kept/replays/b0-s7.moves.gz');
  expect((await run('expand', kept, '-o', 'again.res')).code).toBe(0);
  expect(readFileSync(join(folder, 'again.res')).equals(readFileSync(join(folder, 'match.res')))).toBe(true);
  expect(statSync(kept).size).toBeLessThan(0.05 * statSync(join(folder, 'match.res')).size);
  expect((await run('verify', kept)).stdout).toBe(`ok ${kept}\n`);
  const whole = await run('expand', 'match.res', '-o', 'again.res');
  expect([whole.code, whole.stderr]).toEqual([
    2,
    'ludus: match.res isn’t a compact replay, so there is nothing to expand\n',
  ]);
});

test('a batch reports which matches have no replay if --replays is added after they were played', async () => {
  const args = ['batch', 'Null', 'Null', 'Null', 'Null', '-g', 'madmax', '--boards', 'maze1', '-j', '1', '-o', 'late'];
  await run(...args, '--seeds', '1..2');
  const asked = await run(...args, '--seeds', '1..2', '--replays');
  expect(asked.code).toBe(0);
  expect(asked.stderr).toContain(
    '2 earlier matches were played without --replays and have no replay; --fresh plays them',
  );
  expect((await run(...args, '--seeds', '1..2', '--replays', '--fresh')).stderr).not.toContain('played before');
  expect(readdirSync(join(folder, 'late/replays'))).toHaveLength(2);
});

test('a report leaves out a run’s summary if it isn’t valid', async () => {
  const args = ['duel', 'Null', 'Demo', '-g', 'starwar', '--boards', 'maze1', '--limit', '1', '-j', '1', '-o', 'told'];
  await run(...args);
  writeFileSync(join(folder, 'told/summary.json'), '{"ludus":"summary","version":1,"sentence":"No.","standings":{}}');
  const { code, stderr } = await run('report', 'told');
  expect([code, stderr]).toEqual([0, '']);
  expect(readFileSync(join(folder, 'told/report.html'), 'utf8')).not.toContain('No.');
});

test('batch and tournament report errors before playing', async () => {
  const said = async (...args: string[]) => {
    const { code, stderr, stdout } = await run(...args);
    expect(stdout).toBe('');
    return `${code} ${stderr}`;
  };
  expect(await said('batch', 'Demo', 'Dummy', '-g', 'madmax')).toContain(
    '2 ludus: a match of Mad Max needs 4 players, not 2',
  );
  expect(await said('batch', 'Demo', 'Demo', 'Demo', 'Dumy', '-g', 'madmax')).toContain('did you mean Dummy?');
  expect(await said('batch', 'Demo', 'Demo', 'Demo', 'Demo')).toContain('2 ludus: the game is missing');
  expect(await said('batch', 'Demo', 'Demo', 'Demo', 'Demo', '-g', 'madmox')).toContain('did you mean madmax?');
  expect(await said('batch', 'Demo', 'Demo', 'Demo', 'Demo', '-g', 'madmax', '--seeds', '5..1')).toContain(
    '--seeds must be seeds such as',
  );
  expect(await said('batch', 'Demo', 'Demo', 'Demo', 'Demo', '-g', 'madmax', '--boards', 'mase1')).toContain(
    'no such board file or folder: mase1',
  );
  expect(await said('tournament', 'Demo', 'Dummy', '-g', 'madmax', '-f', 'constructor')).toContain(
    '2 ludus: unknown format constructor',
  );
  expect(existsSync(join(folder, 'runs'))).toBe(false);
});

test('a batch reports in one line why it can’t write into its folder', async () => {
  writeFileSync(join(folder, 'file'), '');
  for (const [out, why] of [
    ['file', 'a file with this name exists'],
    ['file/run', 'a file with this name exists'],
    ...(process.platform === 'linux' ? [['/proc/ludus', 'nothing can be written here']] : []),
  ]) {
    const { code, stderr } = await run(...matches, '-o', out);
    expect([code, stderr]).toEqual([2, `ludus: cannot write into the folder ${out}: ${why}\n`]);
  }
  mkdirSync(join(folder, 'odd'));
  const replays = join(folder, 'odd', 'replays');
  writeFileSync(replays, '');
  const kept = await run(...matches, '-o', 'odd', '--replays');
  expect(kept).toMatchObject({
    code: 2,
    stderr: `ludus: cannot write into the folder ${replays}: a file with this name exists\n`,
  });
  mkdirSync(join(folder, 'odd', 'results.csv'));
  const fresh = await run(...matches, '-o', 'odd', '--fresh');
  expect(fresh).toMatchObject({ code: 2, stderr: `ludus: cannot use ${join('odd', 'results.csv')}: it is a folder\n` });
});

test('a duel names the stronger bot in the last line, or reports that the duel is undecided at the limit', async () => {
  const clear = await run(
    'duel',
    'Dummy',
    'Null',
    '-g',
    'starwar',
    '--boards',
    'maze1',
    'maze2',
    '-j',
    '1',
    '-o',
    'd1',
  );
  expect(clear.code, clear.stderr).toBe(0);
  expect(clear.stdout.trimEnd().split('\n').at(-1)).toBe('Dummy is stronger than Null: it won 12 of 12 matches.');
  expect(clear.stdout).not.toContain('LLR');
  const same = await run(
    'duel',
    'Demo',
    'Demo',
    '-g',
    'madmax',
    '--boards',
    'maze1',
    '--limit',
    '5',
    '-j',
    '1',
    '-o',
    'd3',
  );
  expect(same.code).toBe(1);
  expect(same.stdout).toContain('Undecided: all 5 pairs were exactly even');
});

if (IS_LONG_RUN)
  test('a tournament’s table shows the largest share of the budget that a bot used, if there is a budget', async () => {
    writeFileSync(join(folder, 'Light.js'), lightBot(0));
    const args = ['tournament', './Light.js', 'Null', '-g', 'trails', '-f', 'roundrobin', '--games', '1', '-j', '1'];
    const counted = await run(...args, '--budget', 'fuel', '-o', 'counted');
    expect(counted.stdout, counted.stderr).toMatch(/^player +rank +points +tables +faults +used$/m);
    const used = lines('counted/results.jsonl').map((line) => {
      const { players, used } = JSON.parse(line);
      return used[players.indexOf('Light')];
    });
    expect(counted.stdout).toMatch(new RegExp(`^Light .* ${Math.max(...used).toFixed(2)}$`, 'm'));
    expect(counted.stdout).toMatch(/^Null +2 +0\.00 +1 +0$/m);
    const free = await run(...args, '--budget', 'none', '-o', 'free');
    expect(free.stdout, free.stderr).toMatch(/^player +rank +points +tables +faults$/m);
  });

if (IS_LONG_RUN)
  test('a tournament continues when a player crashes and loses its matches', async () => {
    writeFileSync(join(folder, 'Crash.mjs'), 'export default () => { throw new Error("boom"); };');
    const args = ['tournament', 'Demo', './Crash.mjs', 'Null', 'Dummy', '-g', 'starwar', '--boards', 'maze1'];
    const result = await run(...args, '-f', 'roundrobin', '-j', '1', '-o', 't');
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toMatch(/^Dummy +1 +4\.00 +4 +0$/m);
    expect(result.stdout).toMatch(
      /^Crash was disqualified 4 times; first in match r1-t1-m0, round 0: .*Error: boom \(Crash\.mjs:1:30\)/m,
    );
    expect(result.stdout).toMatch(/^Crash +4 +0\.00 +4 +4$/m);
  });
