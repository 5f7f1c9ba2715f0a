import { createHash, type Hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { processFolder } from '../sandbox/process-folder.ts';
import { cacheLimitBytes, cacheRoot, markUsed, sizeOf, trimCache, unfinishedFolder } from './cache-trim.ts';
import { compileError, SourceRejectedError } from './compiler-error.ts';

/** The cached files: compiled C++ players and their parts, and players in other languages. */
export const CACHE_KINDS = ['cpp', 'programs'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

/** Size limit of the output of one compilation, in bytes. */
const ENTRY_BYTES = 2 ** 28;

/**
 * A cache entry's name, derived from the parts of its contents. The same parts in the same order always give the same
 * name.
 */
export function keyOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}

/** The entries that this process is making, by kind and key. */
const beingMade = new Map<string, Promise<string>>();
/** Temporary folders of this process, used if the cache isn't writable. */
const ownFolders = new Map<string, string>();

/**
 * Returns the folder of a key in the cache. If the folder is missing or damaged, `make` fills a new folder, which
 * appears completely or not at all. If two processes make the same folder, the folder that is finished first is kept.
 * The folder isn't removed while this process runs. After an addition that exceeds the limit, the least recently used
 * entries are removed. If the cache is not writable, this process uses a separate folder.
 */
export function cached(key: string, make: (folder: string) => Promise<void>, kind: CacheKind = 'cpp'): Promise<string> {
  const entry = `${cacheRoot()} ${kind} ${key}`;
  const found = beingMade.get(entry);
  if (found) return found;
  const made = makeOnce(key, make, kind, entry).finally(() => beingMade.delete(entry));
  beingMade.set(entry, made);
  return made;
}

async function makeOnce(
  key: string,
  make: (folder: string) => Promise<void>,
  kind: CacheKind,
  entry: string,
): Promise<string> {
  let folder = join(cacheRoot(), kind, key);
  markUsed(kind, key);
  const known = [folder, ownFolders.get(entry) ?? folder].find(isWhole);
  if (known !== undefined) return known;
  let partial: string;
  try {
    mkdirSync(join(cacheRoot(), kind), { recursive: true });
    partial = unfinishedFolder(folder);
  } catch {
    folder = join(processFolder(), key);
    ownFolders.set(entry, folder);
    partial = unfinishedFolder(folder);
  }
  chmodSync(partial, 0o755);
  try {
    await make(partial);
    const bytes = sizeOf(partial);
    if (bytes > ENTRY_BYTES) throw compileError('compiler/long', bytes, ENTRY_BYTES);
    writeFileSync(join(partial, DIGEST), digestOf(partial));
    try {
      renameSync(partial, folder);
    } catch {
      if (!isWhole(folder)) {
        rmSync(folder, { recursive: true, force: true });
        renameSync(partial, folder);
      }
    }
    trimCache(cacheLimitBytes());
    return folder;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The file in each entry that contains a hash of all other files in the entry. */
const DIGEST = 'digest';

function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) if (name !== DIGEST) addContents(hash, join(folder, name));
  return hash.digest('hex');
}

/** Whether the entry is intact. A power failure or a user may have damaged it. */
function isWhole(folder: string): boolean {
  try {
    return readFileSync(join(folder, DIGEST), 'utf8') === digestOf(folder);
  } catch {
    return false;
  }
}

/**
 * Adds the names and contents of a file, or of all files below a folder, to the hash. Adds nothing if the path doesn't
 * exist.
 */
export function addContents(hash: Hash, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) for (const each of readdirSync(path).sort()) addContents(hash, join(path, each));
  else hash.update(`${basename(path)}\0`).update(readFileSync(path));
}

const REFUSED = 'refused.txt';

/**
 * Like `cached`, but for the result of compiling a source file. Errors are cached as well, so the next call reports
 * them immediately.
 */
export async function cachedBuild(
  key: string,
  make: (folder: string) => Promise<void>,
  /** Called before the build. The function that it returns is called after the build. */
  onMake: () => (() => void) | undefined = () => undefined,
): Promise<string> {
  const folder = await cached(key, async (partial) => {
    const done = onMake();
    try {
      await make(partial);
    } catch (error) {
      if (!(error instanceof SourceRejectedError)) throw error;
      for (const left of readdirSync(partial)) rmSync(join(partial, left), { recursive: true });
      writeFileSync(join(partial, REFUSED), error.message);
    } finally {
      done?.();
    }
  });
  const refused = join(folder, REFUSED);
  if (existsSync(refused)) throw new SourceRejectedError(readFileSync(refused, 'utf8'));
  return folder;
}

/** The names and contents of all files below a folder, in a fixed order. */
export function treeText(folder: string): string {
  const parts: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    parts.push(entry.name, entry.isDirectory() ? treeText(path) : readFileSync(path, 'utf8'));
  }
  return parts.join('\0');
}

const FILE = 'bytes';

/**
 * Returns the bytes that `make` produces for a key. The bytes are made only once per machine. Throws the errors of
 * `make`.
 */
export async function cachedBytes(key: string, make: () => Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await cached(key, async (partial) => writeFileSync(join(partial, FILE), make()));
  return new Uint8Array(readFileSync(join(folder, FILE)));
}
