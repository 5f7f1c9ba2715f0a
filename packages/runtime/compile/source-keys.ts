import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyOf } from './cache.ts';

/**
 * Folders of the runtime whose source files affect cached bytes: the bytes of a metered module, and the memory of a
 * started Python.
 */
const FOLDERS = { meter: ['wasm'], python: ['wasm', 'cpython', 'budget'] } as const;
type SourceKeyName = keyof typeof FOLDERS;

const RUNTIME = fileURLToPath(new URL('..', import.meta.url));
/**
 * In an installed Ludus, source files have been bundled, so their text isn't available. Therefore tools/pack writes the
 * source files' keys into this file.
 */
export const SOURCE_KEYS = 'source-keys.json';

/**
 * The keys of the source files that affect cached bytes. `runtime`: the folder packages/runtime of this or another copy
 * of Ludus.
 */
export function sourceKeys(runtime: string = RUNTIME): Readonly<Record<SourceKeyName, string>> {
  const written = join(runtime, SOURCE_KEYS);
  if (existsSync(written)) return JSON.parse(readFileSync(written, 'utf8'));
  const key = (folders: readonly string[]) => keyOf(...folders.flatMap((folder) => sources(join(runtime, folder))));
  return { meter: key(FOLDERS.meter), python: key(FOLDERS.python) };
}

/** Names and texts of the modules in a folder, without tests. */
const sources = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')]);

let own: Readonly<Record<SourceKeyName, string>> | undefined;

/** The key of these source files in this copy of Ludus. */
export function sourceKey(kept: SourceKeyName): string {
  own ??= sourceKeys();
  return own[kept];
}
