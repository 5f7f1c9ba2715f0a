import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from '@ludus/shell/process-lock.ts';

/** The folder of build results on this machine. */
const CACHE = fileURLToPath(new URL('../../../.cache/', import.meta.url));

/**
 * The folder that `make` creates from `sources` (files, and folders with all their files except tests). The folder's
 * name depends on the names and contents of the sources, so each state of the sources is built once. If several
 * processes need the folder at the same time, one process creates it, and the other processes wait. A new folder
 * replaces folders with the same `what` that were unused for a day.
 */
export async function keptBuild(
  what: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) addSource(hash, source);
  const ready = join(CACHE, `${what}-${hash.digest('hex').slice(0, 32)}`);
  if (isKept(ready)) return ready;
  mkdirSync(CACHE, { recursive: true });
  const lock = await waitForLock(ready);
  try {
    if (isKept(ready)) return ready;
    const older = readdirSync(CACHE).filter((name) => name.startsWith(`${what}-`) && isOld(join(CACHE, name)));
    const folder = mkdtempSync(join(CACHE, 'build-'));
    try {
      await make(folder);
      renameSync(folder, ready);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    for (const name of older) rmSync(join(CACHE, name), { recursive: true, force: true });
    return ready;
  } finally {
    await lock.release();
  }
}

/** Returns whether a folder exists, and marks it as used. */
function isKept(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const now = new Date();
  utimesSync(folder, now, now);
  return true;
}

const DAY_MS = 86_400_000;
const isOld = (folder: string): boolean => statSync(folder).mtimeMs < Date.now() - DAY_MS;

/** Matches tests, and files and folders that git ignores. */
const APART = /\.test\.tsx?$|^\.|^(?:node_modules|dist|__pycache__)$/;

function addSource(hash: Hash, path: string): void {
  if (!statSync(path).isDirectory()) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    return;
  }
  const names = readdirSync(path).filter((name) => !APART.test(name));
  for (const name of names.sort()) addSource(hash, join(path, name));
}
