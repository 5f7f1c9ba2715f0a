import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearProcessFolders } from '../sandbox/process-folder.ts';
import { cached, cachedBuild, keyOf } from './cache.ts';
import { cacheEntries, trimCache } from './cache-trim.ts';
import { CompileError, compileError, SourceRejectedError } from './compiler-error.ts';

const MIB = 2 ** 20;
let root = '';
const before = { ...process.env };
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ludus-cache-'));
  process.env.LUDUS_CACHE = root;
});
afterEach(() => {
  clearProcessFolders();
  rmSync(root, { recursive: true, force: true });
  for (const name of ['LUDUS_CACHE', 'LUDUS_CACHE_MIB']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

/** Creates an entry as left by a process that ended `hours` hours ago. */
function leave(kind: string, name: string, mebibytes: number, hours: number): string {
  const folder = join(root, kind, keyOf(name));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'player'), Buffer.alloc(mebibytes * MIB));
  const then = new Date(Date.now() - hours * 3_600_000);
  utimesSync(folder, then, then);
  return folder;
}

test('trimCache removes the least recently used entries, and no more than necessary', () => {
  const [old, older, young] = [
    leave('cpp', 'old', 2, 5),
    leave('programs', 'older', 3, 9),
    leave('cpp', 'young', 1, 1),
  ];
  expect(cacheEntries().map(({ bytes }) => bytes / MIB)).toEqual([3, 2, 1]);
  expect(trimCache(4 * MIB)).toBe(3 * MIB);
  expect([old, older, young].map((folder) => existsSync(folder))).toEqual([true, false, true]);
  expect(trimCache(0)).toBe(3 * MIB);
  expect(readdirSync(join(root, 'cpp'))).toEqual([]);
});

test('a build is stored in the process’s own folder if the cache can’t be written', async () => {
  writeFileSync(join(root, 'file'), '');
  process.env.LUDUS_CACHE = join(root, 'file');
  const made: string[] = [];
  const make = async (folder: string) => {
    made.push(folder);
    writeFileSync(join(folder, 'player'), 'x');
  };
  const folder = await cached(keyOf('nowhere'), make);
  expect(existsSync(join(folder, 'player'))).toBe(true);
  expect(await cached(keyOf('nowhere'), make)).toBe(folder);
  expect(made).toHaveLength(1);
});

test.each<[string, (folder: string) => void]>([
  ['has a shorter file', (folder) => writeFileSync(join(folder, 'player'), 'pl')],
  ['has a file with different bytes', (folder) => writeFileSync(join(folder, 'player'), 'plaYer')],
  ['lacks a file', (folder) => rmSync(join(folder, 'player'))],
  ['has a folder instead of a file', (folder) => rmSync(join(folder, 'player')) ?? mkdirSync(join(folder, 'player'))],
  ['is empty', (folder) => rmSync(folder, { recursive: true }) ?? mkdirSync(folder)],
  ['is a file', (folder) => rmSync(folder, { recursive: true }) ?? writeFileSync(folder, '')],
])('an entry that %s is rebuilt once', async (_, damage) => {
  let made = 0;
  const make = async (folder: string) => {
    made++;
    writeFileSync(join(folder, 'player'), 'player');
  };
  const folder = await cached(keyOf('whole'), make, 'programs');
  damage(folder);
  for (let n = 0; n < 2; n++) {
    expect(await cached(keyOf('whole'), make, 'programs')).toBe(folder);
    expect(readFileSync(join(folder, 'player'), 'utf8')).toBe('player');
  }
  expect(made).toBe(2);
});

test('a new build makes room without removing entries that this process uses', async () => {
  process.env.LUDUS_CACHE_MIB = '3';
  const asked = await cached(keyOf('asked'), async (folder) =>
    writeFileSync(join(folder, 'player'), Buffer.alloc(MIB)),
  );
  const other = leave('cpp', 'other', 1, 5);
  const make = async () => {
    throw new Error('it is there already');
  };
  expect(await cached(keyOf('asked'), make)).toBe(asked);
  const made = await cached(keyOf('new'), async (folder) =>
    writeFileSync(join(folder, 'player'), Buffer.alloc(2 * MIB)),
  );
  expect([asked, other, made].map((folder) => existsSync(folder))).toEqual([true, false, true]);
  expect(trimCache(0)).toBe(0);
});

test('trimCache keeps files and folders that don’t look like entries', () => {
  mkdirSync(join(root, 'cpp', 'my-program'), { recursive: true });
  writeFileSync(join(root, 'letter.txt'), '');
  leave('cpp', 'old', 1, 5);
  trimCache(0);
  expect(existsSync(join(root, 'cpp', 'my-program'))).toBe(true);
  expect(existsSync(join(root, 'letter.txt'))).toBe(true);
});

test('trimCache keeps a recent unfinished entry, and removes an old one', () => {
  const [young, old] = [`${leave('cpp', 'a', 0, 0)}.abc123`, `${leave('cpp', 'b', 0, 0)}.abc123`];
  for (const folder of [young, old]) mkdirSync(folder);
  utimesSync(old, new Date(0), new Date(0));
  trimCache(100 * MIB);
  expect([young, old].map((folder) => existsSync(folder))).toEqual([true, false]);
});

test('a build over 256 MiB fails, and leaves nothing in the cache', async () => {
  const { truncateSync } = await import('node:fs');
  const sparse = async (folder: string) => {
    writeFileSync(join(folder, 'player'), '');
    truncateSync(join(folder, 'player'), 2 ** 28 + 1);
  };
  await expect(cached(keyOf('long'), sparse)).rejects.toThrow(CompileError);
  await expect(cached(keyOf('long'), sparse)).rejects.toThrow('has 257 MiB, but at most 256 MiB are allowed');
  expect(readdirSync(join(root, 'cpp'))).toEqual([]);
});

test('a rejected source isn’t compiled again, but a source whose compiler was stopped is', async () => {
  let compiled = 0;
  const refuse = (error: Error) => async (folder: string) => {
    compiled++;
    writeFileSync(join(folder, 'player.o'), '');
    throw error;
  };
  for (let n = 0; n < 2; n++) {
    const built = cachedBuild(keyOf('source'), refuse(new SourceRejectedError('it does not compile:\nline 3')));
    await expect(built).rejects.toThrow('it does not compile:\nline 3');
  }
  expect(compiled).toBe(1);
  for (let n = 0; n < 2; n++)
    await expect(cachedBuild(keyOf('late'), refuse(compileError('compiler/ended')))).rejects.toThrow('was stopped');
  expect(compiled).toBe(3);
});

test('two simultaneous requests for the same entry cause only one build', async () => {
  let made = 0;
  const make = async (folder: string) => {
    made++;
    await nextTick();
    writeFileSync(join(folder, 'player'), '');
  };
  const [one, other] = await Promise.all([cached(keyOf('both'), make), cached(keyOf('both'), make)]);
  expect([other, made, existsSync(join(one, 'player'))]).toEqual([one, 1, true]);
});

test('trimCache removes a dead process’s unfinished build, but keeps a build that is in progress', async () => {
  const making = await new Promise<string>((resolve) => {
    void cached(keyOf('making'), (folder) => {
      resolve(folder);
      return new Promise(() => {});
    });
  });
  const killed = making.replace(`-${process.pid}-`, '-4000000000-');
  mkdirSync(killed);
  writeFileSync(join(killed, 'player'), 'half of it');
  trimCache(MIB);
  expect([making, killed].map((folder) => existsSync(folder))).toEqual([true, false]);
});
