import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearProcessFolders } from '../sandbox/process-folder.ts';
import { cachedBytes } from './cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-bytes-'));
  vi.stubEnv('LUDUS_CACHE', folder);
});
afterEach(() => {
  clearProcessFolders();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const KEY = '0'.repeat(32);
const entry = () => join(folder, 'cpp', KEY);
const made = new Uint8Array([1, 2, 3, 4]);

test('cachedBytes builds the bytes once', async () => {
  const make = vi.fn(() => made);
  expect(await cachedBytes(KEY, make)).toEqual(made);
  expect(await cachedBytes(KEY, make)).toEqual(made);
  expect(make).toHaveBeenCalledTimes(1);
});

const damages: Record<string, () => void> = {
  'is empty': () => truncateSync(join(entry(), 'bytes'), 0),
  'is shorter': () => truncateSync(join(entry(), 'bytes'), 34),
  'has different bytes': () => writeFileSync(join(entry(), 'bytes'), Buffer.alloc(36, 7)),
  'is missing': () => rmSync(join(entry(), 'bytes')),
  'is a folder': () => {
    rmSync(join(entry(), 'bytes'));
    mkdirSync(join(entry(), 'bytes'));
  },
};
for (const [damage, make] of Object.entries(damages))
  test(`cachedBytes rebuilds the bytes once if the cached file ${damage}`, async () => {
    await cachedBytes(KEY, () => made);
    make();
    const again = vi.fn(() => made);
    expect(await cachedBytes(KEY, again)).toEqual(made);
    expect(await cachedBytes(KEY, again)).toEqual(made);
    expect(again).toHaveBeenCalledTimes(1);
  });

test('cachedBytes returns the bytes if the cache can’t be written', async () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(await cachedBytes(KEY, () => made)).toEqual(made);
});

test('cachedBytes passes on an error, and stores nothing', async () => {
  await expect(
    cachedBytes(KEY, () => {
      throw new Error('not a player');
    }),
  ).rejects.toThrow('not a player');
  expect(readdirSync(join(folder, 'cpp'))).toEqual([]);
});
