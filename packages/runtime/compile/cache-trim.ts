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

/** Where everything is kept that can be made again: `$LUDUS_CACHE`, else `ludus` in the user's folder for such things. */
export function cacheRoot(): string {
  return process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
}

const DEFAULT_LIMIT = 2 ** 30;

/** How much is kept: `$LUDUS_CACHE_MIB` mebibytes, else 1024. */
export function cacheLimitBytes(): number {
  const asked = Number(process.env.LUDUS_CACHE_MIB);
  return asked > 0 ? asked * 2 ** 20 : DEFAULT_LIMIT;
}

/** One thing that is kept or thrown away as a whole. */
export interface CacheEntry {
  readonly kind: string;
  readonly key: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** A process that still runs has asked for it. */
  readonly inUse: boolean;
}

/** Folders in the cache that hold entries, and the entries' names: ours, finished or not, and what Node keeps of our modules. */
const KINDS: Readonly<Record<string, RegExp>> = {
  cpp: /^[0-9a-f]{32}(\.[\w-]+)?$/,
  programs: /^[0-9a-f]{32}(\.[\w-]+)?$/,
  modules: /^v\d+\./,
};
const IN_USE = 'in-use';
/** Unfinished entries: the maker's name follows the key. */
const UNFINISHED = new RegExp(`\\.${OWNER_MARK}-\\w+$`);
/** Unfinished entries of this age are abandoned. */
const UNFINISHED_MS = 3_600_000;
/** How long a mark that cannot be judged from here (another container's) counts, in milliseconds. */
const FOREIGN_MARK_MS = 86_400_000;

let marked = false;

/** A new folder in which this process makes what a folder of the cache shall hold. */
export const unfinishedFolder = (folder: string): string => mkdtempSync(`${folder}.${ownerMark()}-`);

/** This process uses an entry: it is the youngest now, and stays until the process ends. */
export function markUsed(kind: string, key: string): void {
  const marks = join(cacheRoot(), IN_USE, ownerMark());
  try {
    mkdirSync(marks, { recursive: true });
    writeFileSync(join(marks, `${kind}.${key}`), '');
    const now = new Date();
    const folder = join(cacheRoot(), kind, key);
    if (existsSync(folder)) utimesSync(folder, now, now);
  } catch {
    // A cache that cannot be written is read all the same.
  }
  // A worker that ends leaves the marks: other workers of this process use what it used.
  if (marked || !isMainThread) return;
  marked = true;
  process.once('exit', () => rmSync(marks, { recursive: true, force: true }));
}

/** Everything that is kept, longest unused first. */
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

/** Removes what was not used for longest until no more than so many bytes are kept; the value is how many went. */
export function trimCache(limitBytes: number): number {
  const entries = cacheEntries();
  const before = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let left = before;
  for (const { kind, key, bytes, usedMs, inUse } of entries) {
    if (inUse || (left <= limitBytes && usedMs > 0)) continue;
    const folder = join(cacheRoot(), kind, key);
    // Anyone who looks for it finds it whole or not at all.
    const away = `${folder}.away-${process.pid}`;
    try {
      renameSync(folder, away);
      rmSync(away, { recursive: true, force: true });
      left -= bytes;
    } catch {
      // Another process was quicker.
    }
  }
  return before - left;
}

/** `kind.key` of all that running processes have asked for. */
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

/** Bytes of all files in a folder; links are not followed. */
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
