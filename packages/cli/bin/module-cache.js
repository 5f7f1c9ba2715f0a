import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * Lets Node keep what it compiles of our modules, here and in the processes that are started from here. It halves the time of a short command.
 * If the folder cannot be written, everything is compiled each time. Must run before the modules are imported, and is plain JavaScript: the
 * first TypeScript without a cache loads a compiler, which is a quarter of the time of a command.
 */
export function cacheModules() {
  const base = process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
  const folder = join(base, 'modules');
  mustBeMakeable(folder);
  enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE ??= folder;
}

/** Ends the process if the cache is in /proc, say, which answers ENOENT to a new folder: Node would then try again without an end. */
function mustBeMakeable(folder) {
  const { existsSync, mkdirSync } = process.getBuiltinModule('node:fs');
  let missing = resolve(folder);
  if (existsSync(missing)) return;
  while (!existsSync(dirname(missing))) missing = dirname(missing);
  try {
    mkdirSync(missing);
  } catch (error) {
    if (error.code !== 'ENOENT') return;
    console.error(`ludus: cannot make the cache folder ${dirname(folder)}: set LUDUS_CACHE to a folder on a disk`);
    process.exit(2);
  }
}
