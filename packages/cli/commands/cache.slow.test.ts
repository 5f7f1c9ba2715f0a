import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runHere } from '../testing/run-here.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-cache-'));
  vi.stubEnv('LUDUS_CACHE', folder);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function cache(...args: string[]) {
  const { status, stdout, stderr } = await runHere(['cache', ...args], folder);
  return { status, out: stdout.replaceAll(folder, 'FOLDER'), err: stderr };
}

function leave(key: string, mebibytes: number, day: number): string {
  const entry = join(folder, 'cpp', key.repeat(32));
  mkdirSync(entry, { recursive: true });
  writeFileSync(join(entry, 'player.so'), Buffer.alloc(mebibytes * 2 ** 20));
  utimesSync(entry, new Date(2020, 0, day), new Date(2020, 0, day));
  return entry;
}

test('cache lists the entries, and --trim removes the least recently used entries', async () => {
  expect(await cache()).toMatchObject({ status: 0, err: '' });
  const [older, younger] = [leave('a', 3, 1), leave('b', 2, 2)];
  expect((await cache()).out).toMatch(/^FOLDER: 5 MiB of at most 1024 MiB\n {2}cpp +5 MiB +2 × C\+\+ bots/);
  expect((await cache('--trim', '4')).out).toMatch(/^removed 3 MiB\nFOLDER: 2 MiB of/);
  expect([existsSync(older), existsSync(younger)]).toEqual([false, true]);
  expect((await cache('--clear')).out).toMatch(/^removed 2 MiB\nFOLDER: 0 MiB of/);
  expect(await cache('--trim', 'x')).toMatchObject({ status: 2, out: '' });
});
