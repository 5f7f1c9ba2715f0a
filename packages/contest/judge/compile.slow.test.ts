import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isThere, ownerMark } from '@ludus/runtime/sandbox.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joined, makeContest, organiserOf, SPRING, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakeCompile } from '../testing/test-catalog.ts';
import { CompilerCrashError, compile } from './compile.ts';

const workshop = new URL('./testing/stuck-workshop.ts', import.meta.url).href;
const STUCK = fileURLToPath(new URL('./testing/compile-stuck.ts', import.meta.url));
const order = { workshop, game: 'any', language: 'cpp' } as const;

let before: string | undefined;
let folder: string;
beforeEach(() => {
  before = process.env.TMPDIR;
  folder = mkdtempSync(join(tmpdir(), 'ludus-test-'));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(folder, { recursive: true });
});

/** Returns the folders in compilers' sandboxes, one each. */
const inUse = (): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /ludus-sandbox-[^/]+$/.test(name));

test('an aborted compilation removes its own folder and its sandboxes’ folders', async () => {
  const ending = new AbortController();
  const options = { wallMs: 600_000, signal: ending.signal };
  const compiling = compile(order, 'AIAny.cc', new Uint8Array(0), options);
  const broke = expect(compiling).rejects.toThrow(CompilerCrashError);
  await until(async () => inUse().length === 1);
  ending.abort();
  await broke;
  expect(readdirSync(folder)).toEqual([]);
});

test('a compiler stops, and its files are removed, when the server is killed', async () => {
  const server = spawn(process.execPath, [STUCK], { stdio: 'ignore' });
  const [name] = await until(async () => (inUse().length === 1 ? inUse() : undefined));
  const compiler = Number(/ludus-sandbox-\d+-(\d+)-/.exec(name)![1]);
  expect(compiler).not.toBe(server.pid);
  server.kill('SIGKILL');
  await once(server, 'exit');
  await until(async () => !isThere(compiler) && readdirSync(folder).length === 0);
});

test('the next compilation removes the folder that a killed process left behind', async () => {
  // The same process id, but of a process that started at another time.
  const left = `ludus-compile-${ownerMark().replace(/\d+$/, '1')}-abcdef`;
  mkdirSync(join(folder, left, 'source'), { recursive: true });
  const ending = new AbortController();
  const compiling = compile(order, 'AIAny.cc', new Uint8Array(0), { wallMs: 600_000, signal: ending.signal });
  const broke = expect(compiling).rejects.toThrow(CompilerCrashError);
  expect(readdirSync(folder)).not.toContain(left);
  ending.abort();
  await broke;
  expect(readdirSync(folder)).toEqual([]);
});

test('a server that closes doesn’t wait for a compiler, and doesn’t count the aborted compilation as an attempt', async () => {
  const place = await fresh();
  let isCompiling = false;
  const first = await serveTest(place, {
    compile: async (_game, _submission, signal) => {
      isCompiling = true;
      await once(signal!, 'abort');
      throw new CompilerCrashError('it was given up');
    },
  });
  const organiser = await organiserOf(first);
  const ada = await joined(first.url, await makeContest(organiser), 'Ada');
  await ada.get('submit', { ...SPRING, query: { file: 'a.ts' }, bytes: 'strength 5' });
  await until(async () => isCompiling);
  await first.close();
  const second = await serveTest(place, { compile: fakeCompile });
  const rows = await second.context.store.db.selectFrom('submissions').select(['attempts', 'state']).execute();
  expect(rows).toEqual([{ attempts: 0, state: expect.stringMatching(/received|compiling|checking|qualifying|live/) }]);
  await second.close();
});
