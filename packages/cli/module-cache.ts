import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets Node keep what it compiles from our modules, so that the next start need not: it halves the time of a short command. A folder
 * that cannot be written costs nothing but that. Must run before the modules are imported.
 */
export function cacheModules(): void {
  const base = process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
  enableCompileCache(join(base, 'modules'));
}
