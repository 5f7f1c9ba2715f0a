import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onPath } from '@ludus/runtime/sandbox.ts';
import { KITS as GAMES } from 'ludus/registry.ts';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-new-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}
const ludus = (...args: string[]) => runHere(args, folder);

/** The cases of each run. begin.long.test.ts tests JavaScript. */
const QUICK = [
  { lang: 'typescript', game: 'madmax', tool: 'node' },
  { lang: 'python', game: 'starwar', tool: 'python3' },
] as const;
const LONG = [
  { lang: 'cpp', game: 'starwar', tool: 'g++' },
  { lang: 'java', game: 'angrymob', tool: 'javac' },
  { lang: 'python', game: 'angrymob', tool: 'python3' },
  { lang: 'rust', game: 'starwar', tool: 'rustc' },
  { lang: 'go', game: 'starwar', tool: 'go' },
] as const;
const CASES = [...QUICK, ...(IS_LONG_RUN ? LONG : [])];

test.for(CASES)(
  'a new player in $lang for $game runs immediately, and its test passes',
  async ({ lang, game, tool }, { skip }) => {
    if (onPath(tool) === undefined) {
      if (process.env.CI === 'true') throw new Error(`CI must have ${tool}`);
      skip(`${tool} is not installed`);
    }
    const where = `${lang}-${game}`;
    const made = await ludus('new', 'player', where, '--lang', lang, '--game', game, '--name', 'Mine');
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const start = run('npm', ['start', '--silent'], join(folder, where));
    expect(start.stderr).toContain('info: player Mine got score');
    expect(start).toMatchObject({ status: 0 });
    const replay = game === 'angrymob' ? 'match.mob' : 'match.res';
    expect((await ludus('verify', join(where, replay))).stdout.startsWith(`ok ${where}/${replay}`)).toBe(true);
    // A full check of a compiled language takes long; one of each kind of starter is enough.
    if (lang !== 'python' && game !== 'angrymob') return;
    if (!IS_LONG_RUN) return;
    const check = run('npm', ['test', '--silent'], join(folder, where));
    expect(check.stdout).toContain('All steps passed.');
    expect(check.status).toBe(0);
  },
);

const MODULES = ['typescript', 'javascript'] as const;
const TYPED = GAMES.flatMap(({ game, samples }) =>
  MODULES.filter((lang) => samples?.[lang]).map((lang) => [lang, game.id] as const),
);
/** The first game in one language, and the last game in the other language. */
const QUICK_TYPED = MODULES.map((lang, n) => TYPED.filter(([each]) => each === lang).at(-n)!);
test.for(IS_LONG_RUN ? TYPED : QUICK_TYPED)(
  'the TypeScript compiler resolves the imports of a new %s player for %s, and finds errors in TypeScript',
  async ([lang, game]) => {
    const where = join(folder, `types-${lang}-${game}`);
    expect((await ludus('new', 'player', where, '--lang', lang, '--game', game, '--name', 'Mine')).status).toBe(0);
    const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
    expect(run(tsc, ['-p', '.'], where)).toEqual({ status: 0, stdout: '', stderr: '' });
    if (lang !== 'typescript') return;
    const file = join(where, 'Mine.ts');
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}\nimport { MISSING_NAME } from 'ludus/${game}';\nvoid MISSING_NAME;\n`,
    );
    expect(run(tsc, ['-p', '.'], where).stdout).toContain("has no exported member 'MISSING_NAME'");
  },
);

test('ludus new reports unusable languages, names, and folders, and creates nothing', async () => {
  expect(await ludus('new', 'player', '--lang', 'pyton', '--game', 'starwar', '--name', 'X')).toMatchObject({
    status: 2,
    stderr: 'ludus: unknown language pyton; did you mean python?\n',
  });
  expect((await ludus('new', 'player', '--lang', 'python', '--game', 'starwar', '--name', '1 2')).status).toBe(2);
  expect((await ludus('new', 'player', '--lang', 'cobol', '--game', 'angrymob', '--name', 'X')).status).toBe(2);
  expect(existsSync(join(folder, 'X'))).toBe(false);
  writeFileSync(join(folder, 'file'), 'mine');
  const { status, stderr } = await ludus(
    'new',
    'player',
    'file',
    '--lang',
    'python',
    '--game',
    'starwar',
    '--name',
    'X',
  );
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^ludus: cannot write into the folder .*file: a file with this name exists\n$/),
  });
});

test('ludus check reports where and why a player fails', async () => {
  const faulty = fileURLToPath(new URL('../../../players/faulty/throws.py', import.meta.url));
  const { status, stdout } = await ludus('check', faulty, '--game', 'starwar', '--budget', 'none');
  expect(status).toBe(1);
  expect(stdout).toContain('1. pass  starts and answers the first question');
  expect(stdout).toMatch(
    /2\. FAIL {2}plays a whole match: round 3 of .*: throws ended with exit status 1 .*IndexError/,
  );
  expect(stdout).toContain('hint: ');
});

if (IS_LONG_RUN)
  test('ludus check reports type errors of a TypeScript player, and the end of a failing player’s log', async () => {
    const player = (body: string) =>
      "import { StarWarPlayer } from 'ludus/starwar';\nimport { pid } from 'node:process';\n" +
      `export default class Mine extends StarWarPlayer {\n  play(): void {\n${body}\n  }\n}\n`;
    const check = async (body: string, ...args: string[]) => {
      writeFileSync(join(folder, 'Typed.ts'), player(body));
      return (await ludus('check', 'Typed.ts', ...args)).stdout;
    };
    expect(await check("const n: number = 'text'; console.log(n, pid);", '--budget', 'none')).toMatch(
      /1\. FAIL {2}its types are correct: Typed\.ts:5:7: Type 'string' is not assignable to type 'number'\n/,
    );
    writeFileSync(join(folder, 'Typed.ts'), "import { helps } from './help.ts';\nimport 'colours';\nhelps();\n");
    expect((await ludus('check', 'Typed.ts', '--game', 'starwar')).stdout).toMatch(
      /1\. FAIL {2}its types are correct: Typed\.ts:1:23: Cannot find module '\.\/help\.ts'.*\n/,
    );
    const failing = await check("console.log('here');\nthrow new Error('no luck');");
    expect(failing).toMatch(/1\. pass {2}its types are correct/);
    expect(failing).toMatch(/2\. FAIL .*no luck \(Typed\.ts:6:7\)\n {10}log: {2}here\n/);
  });

if (IS_LONG_RUN)
  test('ludus debug finds no difference for the same player, and the first difference for a different player', async () => {
    const boards = fileURLToPath(new URL('../../games', import.meta.url));
    const sdk = fileURLToPath(new URL('../../games/cylinder/samples', import.meta.url));
    const match = await ludus(
      'match',
      `${sdk}/grabber.ts`,
      'Demo',
      'Demo',
      'Demo',
      '-i',
      `${boards}/starwar/boards/default.cnf`,
      '-o',
      'd.res',
    );
    expect(match.status).toBe(0);
    expect(await ludus('debug', 'd.res', '--seat', '1')).toMatchObject({
      status: 0,
      stdout: 'Demo moves as recorded in all 300 rounds.\n',
    });
    expect((await ludus('debug', 'd.res', '--seat', '0', '--player', `${sdk}/grabber.py`)).stdout).toContain(
      'as recorded',
    );
    const other = await ludus('debug', 'd.res', '--seat', '1', '--player', 'Null');
    expect(other.status).toBe(1);
    expect(other.stdout).toMatch(/^round \d+: recorded 2 m .*; now nothing\n/);
    expect(other.stdout).toMatch(/Null moves differently in \d+ of 300 rounds, first in round \d+\.\n$/);
    // pdb needs a terminal; util-linux's `script` provides one.
    if (process.env.CI !== 'true' && (onPath('script') === undefined || onPath('python3') === undefined)) return;
    const command = `${process.execPath} ${LUDUS} debug d.res --seat 0 --player ${sdk}/grabber.py --round 7`;
    const session = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      input: 'p self.round\nc\n',
      encoding: 'utf8',
    });
    expect(session.stdout).toMatch(/\(Pdb\) 7\r?\n/);
    expect(session.stdout).toContain('as recorded');
    expect(readFileSync(join(folder, 'd.res'), 'utf8')).toContain('starwar');
  });

test('ludus debug repeats a recorded crash, and reports that it can’t stop in a separate program', async () => {
  const board = fileURLToPath(new URL('../../games/trails/boards/pillars.board', import.meta.url));
  const crash = "if (this.round > 3) throw new Error('no luck');";
  writeFileSync(
    join(folder, 'Crash.ts'),
    `import { TrailsPlayer } from 'ludus/trails';\nexport default class Crash extends TrailsPlayer {\n  play(): void {\n${crash}\n  }\n}\n`,
  );
  await ludus('match', './Crash.ts', 'Null', '-i', board, '-o', 'crash.trails');
  const again = await ludus('debug', 'crash.trails', '--seat', '0', '--player', './Crash.ts');
  expect(again.stdout).toMatch(/Crash moves as recorded and fails in round 4, as recorded\.\n$/);
  expect(again.status).toBe(1);
  if (process.env.CI !== 'true' && onPath('python3') === undefined) return;
  const answers =
    "import sys\nfor line in sys.stdin:\n    if line.startswith('round'):\n        print('ahead', flush=True)\n";
  writeFileSync(join(folder, 'Plain.py'), answers);
  const plain = await ludus('debug', 'crash.trails', '--seat', '0', '--player', './Plain.py', '--round', '3');
  expect(plain.stderr).toContain('ludus: can’t stop in round 3');
});
