import { homedir } from 'node:os';
import { join } from 'node:path';
import { CellPool, type CellPoolOptions } from '@ludus/referee/match-process/match-process-pool.ts';

const PROCESS = new URL('./match-process-main.ts', import.meta.url);

/** Processes that play matches of any game that Ludus knows, with an environment that holds only where games, folders and the cache are. */
export function openCells(options: Omit<CellPoolOptions, 'module' | 'environment'> = {}): CellPool {
  const { LUDUS_GAMES, TMPDIR } = process.env;
  return new CellPool({
    ...options,
    module: PROCESS,
    environment: {
      // What Node compiled of our modules is kept, so that a process starts in half the time.
      NODE_COMPILE_CACHE: join(cacheFolder(), 'modules'),
      // Programs are compiled there, once.
      LUDUS_CACHE: cacheFolder(),
      ...(LUDUS_GAMES !== undefined && { LUDUS_GAMES }),
      ...(TMPDIR !== undefined && { TMPDIR }),
    },
  });
}

const cacheFolder = (): string =>
  process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
