import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { OWNER_MARK, ownerIsGone, ownerMark } from '../groups/owner-mark.ts';

/** The folder for everything that can be regenerated: `$LUDUS_CACHE`, or else `ludus` in the user's cache folder. */
export function cacheRoot(): string {
  return process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
}

const DEFAULT_LIMIT = 2 ** 30;

/** The cache limit: `$LUDUS_CACHE_MIB` mebibytes, or else 1024. */
export function cacheLimitBytes(): number {
  const asked = Number(process.env.LUDUS_CACHE_MIB);
  return asked > 0 ? asked * 2 ** 20 : DEFAULT_LIMIT;
}

/** An entry that is kept or deleted as a whole. */
export interface CacheEntry {
  readonly kind: string;
  readonly key: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** Whether a running process has requested the entry. */
  readonly inUse: boolean;
}

/**
 * Folders in the cache that contain entries, and the names of these entries: Ludus's own entries, finished or not, and
 * Node's compile cache of Ludus's modules.
 */
const KINDS: Readonly<Record<string, RegExp>> = {
  cpp: /^[0-9a-f]{32}(\.[\w-]+)?$/,
  programs: /^[0-9a-f]{32}(\.[\w-]+)?$/,
  modules: /^v\d+\./,
};
const IN_USE = 'in-use';
/** The folder name of an unfinished entry: its key, followed by the mark of the process that is making it. */
const UNFINISHED = new RegExp(`\\.${OWNER_MARK}-\\w+$`);
/** Age in milliseconds at which an unfinished entry is treated as abandoned. */
const UNFINISHED_MS = 3_600_000;
/**
 * Time for which a mark from another container is treated as valid, in milliseconds. This container can't check whether
 * the mark's process is still running.
 */
const FOREIGN_MARK_MS = 86_400_000;

let marked = false;

/** Creates a temporary folder, in which this process prepares a folder of the cache. */
export const unfinishedFolder = (folder: string): string => mkdtempSync(`${folder}.${ownerMark()}-`);

/**
 * Records that this process uses an entry. The entry is treated as just used, and isn't removed until the process ends.
 */
export function markUsed(kind: string, key: string): void {
  const marks = join(cacheRoot(), IN_USE, ownerMark());
  try {
    mkdirSync(marks, { recursive: true });
    writeFileSync(join(marks, `${kind}.${key}`), '');
    const now = new Date();
    const folder = join(cacheRoot(), kind, key);
    if (existsSync(folder)) utimesSync(folder, now, now);
  } catch {
    // A read-only cache can still be read.
  }
  // A worker leaves its marks when it ends, because other workers of this process may use the same entries.
  if (marked || !isMainThread) return;
  marked = true;
  process.once('exit', () => rmSync(marks, { recursive: true, force: true }));
}

/** All entries, least recently used first. */
export function cacheEntries(): CacheEntry[] {
  const used = marksInUse();
  const entries = Object.entries(KINDS).flatMap(([kind, names]) =>
    tryList(join(cacheRoot(), kind)).flatMap((key): CacheEntry[] => {
      if (!names.test(key)) return [];
      const folder = join(cacheRoot(), kind, key);
      const stats = tryStat(folder);
      if (stats === undefined) return [];
      const isPartial = key.includes('.') && kind !== 'modules';
      const maker = UNFINISHED.exec(key)?.[1];
      const isLeft = maker !== undefined && ownerIsGone(maker);
      const isYoung = !isLeft && Date.now() - stats.mtimeMs < UNFINISHED_MS;
      const inUse = isPartial ? isYoung : used.has(`${kind}.${key}`);
      return [{ kind, key, bytes: sizeOf(folder), usedMs: isPartial && !isYoung ? 0 : stats.mtimeMs, inUse }];
    }),
  );
  return entries.sort((a, b) => a.usedMs - b.usedMs);
}

/**
 * Removes the least recently used entries until at most `limitBytes` are kept. Returns the number of removed entries.
 */
export function trimCache(limitBytes: number): number {
  const entries = cacheEntries();
  const before = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let left = before;
  for (const { kind, key, bytes, usedMs, inUse } of entries) {
    if (inUse || (left <= limitBytes && usedMs > 0)) continue;
    const folder = join(cacheRoot(), kind, key);
    // The rename is atomic, so another process finds either the whole entry or nothing.
    const away = `${folder}.away-${process.pid}`;
    try {
      renameSync(folder, away);
      rmSync(away, { recursive: true, force: true });
      left -= bytes;
    } catch {
      // Another process was faster, so there is nothing left to remove.
    }
  }
  return before - left;
}

/** `kind.key` of every entry that running processes have requested. */
function marksInUse(): Set<string> {
  const used = new Set<string>();
  const folder = join(cacheRoot(), IN_USE);
  const pattern = new RegExp(`^${OWNER_MARK}$`);
  for (const mark of tryList(folder)) {
    const marks = join(folder, mark);
    const isOld = Date.now() - (tryStat(marks)?.mtimeMs ?? 0) > FOREIGN_MARK_MS;
    const isOurs = mark === ownerMark();
    if (!pattern.test(mark) || ownerIsGone(mark) || (isOld && !isOurs && isForeign(mark))) {
      rmSync(marks, { recursive: true, force: true });
      continue;
    }
    for (const name of tryList(marks)) used.add(name);
  }
  return used;
}

function isForeign(mark: string): boolean {
  return mark.split('-')[0] !== ownerMark().split('-')[0];
}

/** Total size of all files in a folder, in bytes. Links aren't followed. */
export function sizeOf(path: string): number {
  const stats = tryStat(path);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  return tryList(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function tryStat(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function tryList(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
