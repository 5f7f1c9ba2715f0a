import { homedir } from 'node:os';
import { join } from 'node:path';
import { MatchProcessPool, type MatchProcessPoolOptions } from '@ludus/referee/match-process.ts';

const MAIN_MODULE = new URL('./match-process-main.ts', import.meta.url);

/**
 * Processes that play matches of any game that Ludus knows, with an environment that contains only the locations of
 * games, folders, and the cache.
 */
export function openMatchProcesses(
  options: Omit<MatchProcessPoolOptions, 'module' | 'environment'> = {},
): MatchProcessPool {
  const { LUDUS_GAMES, TMPDIR } = process.env;
  return new MatchProcessPool({
    ...options,
    module: MAIN_MODULE,
    environment: {
      // Caches Node's compiled code of Ludus's modules, so that a process starts in half the time.
      NODE_COMPILE_CACHE: join(cacheFolder(), 'modules'),
      // The cache of compiled programs, which all processes share.
      LUDUS_CACHE: cacheFolder(),
      ...(LUDUS_GAMES !== undefined && { LUDUS_GAMES }),
      ...(TMPDIR !== undefined && { TMPDIR }),
    },
  });
}

const cacheFolder = (): string =>
  process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
