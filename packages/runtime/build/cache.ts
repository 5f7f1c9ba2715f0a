import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where compiled players and what they are made of are kept. */
export function cacheFolder(): string {
  return process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus', 'cpp');
}

/** A name for contents: equal for equal parts, in their order. */
export function keyOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}

/**
 * The folder of a key in the cache. If it is not there yet, `make` fills a new one, which then appears whole or not at all; of
 * two that make the same at once, the first one's stays.
 */
export async function cached(key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cacheFolder(), key);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.`);
  try {
    await make(partial);
    try {
      renameSync(partial, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
    return folder;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
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
