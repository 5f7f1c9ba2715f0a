import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS, gameCommands } from '@ludus/cli/commands.ts';
import { SOURCE_KEYS, sourceKeys } from '@ludus/runtime/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram } from './build.ts';
import { ROOT } from './sources.ts';

// Building the program takes two seconds. Only the built program has chunks that several commands share.

let folder: string;
let ludus: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-without-contest-'));
  const modules = join(folder, 'node_modules');
  ludus = join(modules, 'ludus');
  await buildProgram(ludus);
  const { dependencies } = JSON.parse(readFileSync(join(ludus, 'package.json'), 'utf8'));
  // An installation of `ludus` alone has only these dependencies.
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
  }
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'all.mjs'), ALL);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the commands one after the other in one process, and prints the output of those that failed. */
const ALL = `
const [main, ...calls] = process.argv.slice(2);
const failed = [];
let text = '';
const stdout = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write = (chunk) => { text += chunk; return true; };
for (const call of calls) {
  text = '';
  process.exitCode = undefined;
  process.argv = ['node', 'ludus', ...call.split(' ')];
  await import(main + '?' + encodeURIComponent(call));
  if (process.exitCode || !text.startsWith('Usage: ludus')) failed.push(call + ': ' + text);
}
process.exitCode = 0;
stdout(JSON.stringify(failed));
`;

/** Prints the address of each module that is loaded. */
const HOOKS = `
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process._rawDebug(url); return next(url, context); } });
`;

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: join(folder, 'empty'),
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });

test('every command prints its help when only the package ludus is installed', async () => {
  const calls = ['--help', ...Object.keys({ ...COMMANDS, ...(await gameCommands()) }).map((name) => `${name} --help`)];
  const { stdout, stderr } = run(join(folder, 'all.mjs'), join(ludus, 'packages/cli/main.js'), ...calls);
  expect(JSON.parse(stdout || JSON.stringify(stderr))).toEqual([]);
});

test('the package contains the keys of its source files, and bots play with a fuel budget', () => {
  const keys = JSON.parse(readFileSync(join(ludus, 'packages/runtime', SOURCE_KEYS), 'utf8'));
  expect(keys).toEqual(sourceKeys());
  for (const name of ['cyclist.py', 'cyclist.ts'])
    cpSync(join(ROOT, 'packages/games/trails/samples', name), join(folder, 'empty', name));
  const { status, stderr } = run(
    join(ludus, 'packages/cli/bin/ludus.js'),
    ...['match', './cyclist.py', './cyclist.ts', '--game', 'trails', '--budget', 'fuel', '-o', 'match.res'],
  );
  expect([status, stderr]).toEqual([0, expect.stringContaining('got top score')]);
});

test('a match of built-in bots doesn’t load Python', () => {
  const hooks = join(folder, 'hooks.mjs');
  writeFileSync(hooks, HOOKS);
  const board = join(ROOT, 'packages/games/madmax/boards/default.cnf');
  const names = ['Null', 'Null', 'Null', 'Null'];
  const loaded = (...args: string[]) => {
    const all = run('--import', hooks, join(ludus, 'packages/cli/bin/ludus.js'), 'match', ...args, '-i', board);
    expect([all.status, all.stderr]).toEqual([0, expect.stringContaining('got top score')]);
    return all.stderr.split('\n').flatMap((line) => (line.startsWith('file:') ? [fileURLToPath(line)] : []));
  };
  const withPython = (files: string[]) => files.filter((file) => readFileSync(file, 'utf8').includes('engine.wasm.br'));
  const builtin = loaded(...names, '-o', 'builtin.res');
  expect(builtin.length).toBeGreaterThan(10);
  expect(withPython(builtin)).toEqual([]);
  cpSync(join(ROOT, 'packages/games/cylinder/samples/grabber.py'), join(folder, 'empty/grabber.py'));
  expect(withPython(loaded('./grabber.py', ...names.slice(1), '--budget', 'fuel', '-o', 'python.res'))).toHaveLength(1);
});

test('a mistyped command gets a suggestion when only the package ludus is installed', () => {
  const { status, stdout, stderr } = run(join(ludus, 'packages/cli/bin/ludus.js'), 'chek');
  expect([status, stdout, stderr]).toEqual([2, '', "ludus: unknown command 'chek'; did you mean check?\n"]);
});
