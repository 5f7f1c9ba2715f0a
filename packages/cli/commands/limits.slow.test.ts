import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wasmToolchain } from '@ludus/runtime/compile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const BOARD = fileURLToPath(new URL('../../games/madmax/boards/maze1.cnf', import.meta.url));
const PLAYERS: Readonly<Record<string, string>> = {
  'Exits.ts': 'export default (game: { round: number }) => { if (game.round === 20) process.exit(0); };',
  'Loops.ts': 'export default (game: { round: number }) => { while (game.round === 10); };',
  'Throws.ts': "export default (game: { round: number }) => { if (game.round === 5) throw new Error('oh no'); };",
  'Later.ts':
    'export default (game: { round: number }) => { if (game.round === 3) Promise.reject(new Error("late")); };',
  'Endless.ts': 'export default (game: { round: number }) => { while (game.round === 1); };',
  'Broken.ts': 'export default (game: number) => { let x = ; };',
  'Fine.ts': 'export default (): void => {};',
};

const folder = mkdtempSync(join(tmpdir(), 'ludus-limits-'));
for (const [name, text] of Object.entries(PLAYERS)) writeFileSync(join(folder, name), text);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command in this process. Tests that block, kill, or await the process use a separate process. */
async function ludus(...args: string[]) {
  const { status, stdout, stderr } = await runHere(args, folder);
  return { status, out: stdout, err: stderr };
}
const ludusApart = (...args: string[]): Promise<{ readonly status: number; readonly err: string }> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [LUDUS, ...args], { cwd: folder }, (_error, _out, err) =>
      done({ status: child.exitCode ?? -1, err }),
    );
  });
const SEATS = ['./Exits.ts', './Loops.ts', './Later.ts', 'Dummy'];
const RUN = ['-g', 'madmax', '--boards', 'maze1', '--seeds', '1..2', '-j', '1', '--patience', '2'];
const BUDGETS = IS_LONG_RUN ? (['each', 'none'] as const) : (['each'] as const);
/** The runs with both budgets. They take place at the same time, because they wait for a player that doesn't answer. */
let batches: ReadonlyMap<string, ReturnType<typeof ludusApart>>;
beforeAll(() => {
  const batch = (budget: string) => ludusApart('batch', ...SEATS, ...RUN, '--budget', budget, '-o', budget);
  batches = new Map(BUDGETS.map((budget) => [budget, batch(budget)]));
});
const results = (out: string) =>
  readFileSync(join(folder, out, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test.each(['match', 'play', 'check', 'batch', 'duel', 'tournament', 'strength'])(
  '%s --help lists the options for limits',
  async (command) => {
    const { out } = await ludus(command, '--help');
    for (const option of ['--sandbox', '--memory', '--patience', '--wall-time']) expect(out).toContain(option);
  },
);

describe('a batch with a user’s bots', () => {
  test.each(BUDGETS)(
    'continues with --budget %s when bots end or block their processes, and counts the opponents’ results',
    async (budget) => {
      const run = (await batches.get(budget))!;
      expect(run.status, run.err).toBe(0);
      const lines = results(budget);
      expect(lines).toHaveLength(2);
      for (const { faults, failure, shares } of lines) {
        expect(failure).toBeUndefined();
        expect(shares[3]).toBe(1);
        const found = faults.map(({ seat, fault }: { seat: number; fault: string }) => [seat, fault]);
        expect(found).toContainEqual([1, 'time']);
        expect(found.map(([seat]: [number]) => seat).sort()).toEqual([0, 1, 2]);
      }
      expect(run.err).not.toContain('    at ');
    },
  );

  test('measures how much of the default budget a bot uses when there is no --budget', async () => {
    const run = await ludus('batch', './Fine.ts', 'Null', 'Null', 'Null', ...RUN, '-o', 'default');
    expect(run.status, run.err).toBe(0);
    expect(results('default')[0].used[0]).toBeGreaterThan(0);
  });
});

test('a tournament leaves out a bot that doesn’t compile, while --strict, batch, and duel fail', async () => {
  const sentence = './Broken.ts cannot be read: Expression expected (Broken.ts:1:44)';
  const rest = ['-g', 'madmax', '--boards', 'maze1', '--matches', '1', '-f', 'roundrobin'];
  const run = await ludus('tournament', './Broken.ts', 'Demo', 'Null', 'Dummy', 'Demo', ...rest);
  expect([run.status, run.err]).toEqual([0, `left out: ${sentence}\n`]);
  for (const call of [
    ['tournament', './Broken.ts', 'Demo', 'Null', '--strict', ...rest],
    ['batch', './Broken.ts', 'Demo', 'Null', 'Demo', '-g', 'madmax'],
    ['duel', './Broken.ts', 'Demo', '-g', 'madmax'],
  ])
    expect(await ludus(...call)).toMatchObject({ status: 2, out: '', err: `ludus: ${sentence}\n` });
});

if (IS_LONG_RUN)
  test.skipIf(wasmToolchain() === undefined)(
    'ludus reports only once that C++ players are compiled to WebAssembly',
    async () => {
      const idle = '#include "Player.hh"\n#define PLAYER_NAME Idle\nstruct PLAYER_NAME : public Player {\n';
      const end =
        'static Player* factory() { return new PLAYER_NAME; }\nvoid play() {}\n};\nRegisterPlayer(PLAYER_NAME);\n';
      writeFileSync(join(folder, 'AIIdle.cc'), idle + end);
      const args = [
        'batch',
        './AIIdle.cc',
        'Null',
        'Null',
        'Null',
        '-g',
        'madmax',
        '--boards',
        'maze1',
        '--seeds',
        '1',
        '--secret',
        'x',
      ];
      const wasm = await ludus(...args, '-o', 'wasm');
      expect(wasm.status, wasm.err).toBe(0);
      expect(wasm.err.match(/C\+\+ bots are compiled to WebAssembly, .* budget is counted in fuel/g)).toHaveLength(1);
      const native = await ludus(...args, '-o', 'native', '--target', 'native');
      // On a busy machine, the output contains messages about compiling.
      expect([native.status, native.err.replaceAll(/^info: compiling .*\n/gm, '')]).toEqual([0, '']);
      // Each bot's budget is counted in the bot's usual unit, so the setting differs.
      const same = { used: [], setting: '' };
      expect({ ...results('native')[0], ...same }).toEqual({ ...results('wasm')[0], ...same });
    },
  );

describe('a match without a budget', () => {
  if (IS_LONG_RUN)
    test('shows which bot it waits for, names a bot that never answers, and ends', async () => {
      const nulls = ['Null', 'Null', 'Null'];
      const run = await ludusApart('match', './Loops.ts', ...nulls, '-i', BOARD, '-o', 'no.res', '--patience', '4');
      // The message counts elapsed seconds, which exceed the limit on a busy machine.
      expect(run.err).toMatch(/info: waiting for player Loops \(seat 0\) in round 10, for \d+ s\n/);
      expect(run.err).toMatch(/ludus: player Loops \(seat 0\) did not answer in round 10 within \d+ s/);
      expect(run.status).not.toBe(0);
      expect(existsSync(join(folder, 'no.res'))).toBe(false);
    });

  test('names the player that ended the process', async () => {
    const run = await ludusApart('match', 'Null', './Exits.ts', 'Null', 'Null', '-i', BOARD, '-o', 'no.res');
    expect(run.status).toBe(1);
    expect(run.err).toContain('ludus: player Exits (seat 1) ended this process and the match in round 20');
  });

  test('ends its output with the disqualified bot, the reason, and a debug command for that round', async () => {
    const run = await ludus('match', 'Null', 'Null', './Throws.ts', 'Null', '-i', BOARD, '-o', 'frozen.res');
    expect(run.err.split('\n').slice(-3)).toEqual([
      'info: player Throws (seat 2) was disqualified in round 5 (crash): Throws threw in round 5: oh no (Throws.ts:1:75)',
      'info: to debug this:  npx ludus debug frozen.res --seat 2 --player ./Throws.ts --round 5',
      '',
    ]);
    const sidecar = JSON.parse(readFileSync(join(folder, 'frozen.res.json'), 'utf8'));
    expect(sidecar.verdicts).toMatchObject([{ seat: 2, round: 5 }]);
    const beyond = await ludus('debug', 'frozen.res', '--seat', '2', '--player', './Throws.ts', '--round', '300');
    expect([beyond.status, beyond.err]).toEqual([2, 'ludus: --round must be 0 to 299 in frozen.res, not 300\n']);
  });
});

describe('ludus debug with a bot that never answers', () => {
  beforeAll(async () => {
    const played = await ludus('match', 'Moth', 'Null', '-i', 'boards/trails/default', '-o', 'm.trails');
    expect(played.status).toBe(0);
  });
  const debug = ['debug', 'm.trails', '--seat', '1', '--player'];

  test('ends with a verdict when the bot is a program', async () => {
    const run = await ludus(...debug, 'cmd:sleep 1000', '--patience', '1');
    expect(run.out).toMatch(/fails in round 0\.\n$/);
    expect(run.status).toBe(1);
  });

  // A quick run skips this test, because the match without a budget above ends in the same way.
  if (IS_LONG_RUN)
    test('ends with an error when the bot plays in the same process', async () => {
      // On a busy machine, reading the file may take longer than a second.
      const run = await ludusApart(...debug, './Endless.ts', '--patience', '5');
      expect(run.err).toMatch(
        /ludus: player Endless \(seat 1\) did not answer in round 1 within \d+ s .*; the player plays in this process, which stops now: --patience gives the bot more time\n/,
      );
    });
});
