import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-cache-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cache(...args: string[]) {
  const env = { ...process.env, LUDUS_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'cache', ...args], { env, encoding: 'utf8' });
  return { status, out: stdout.replaceAll(folder, 'FOLDER'), err: stderr };
}

function leave(key: string, mebibytes: number, day: number): string {
  const entry = join(folder, 'cpp', key.repeat(32));
  mkdirSync(entry, { recursive: true });
  writeFileSync(join(entry, 'player.so'), Buffer.alloc(mebibytes * 2 ** 20));
  utimesSync(entry, new Date(2020, 0, day), new Date(2020, 0, day));
  return entry;
}

test('says what is kept, and removes what was not used for longest', () => {
  expect(cache()).toMatchObject({ status: 0, err: '' });
  const [older, younger] = [leave('a', 3, 1), leave('b', 2, 2)];
  expect(cache().out).toMatch(/^FOLDER: 5 MiB of at most 1024 MiB\n {2}cpp +5 MiB +2 × C\+\+ bots/);
  expect(cache('--trim', '4').out).toMatch(/^removed 3 MiB\nFOLDER: 2 MiB of/);
  expect([existsSync(older), existsSync(younger)]).toEqual([false, true]);
  expect(cache('--clear').out).toMatch(/^removed 2 MiB\nFOLDER: 0 MiB of/);
  expect(cache('--trim', 'x')).toMatchObject({ status: 2, out: '' });
});
