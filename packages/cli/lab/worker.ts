import { cacheModules } from '../module-cache.ts';

// What the laboratory's worker processes run. The start of each worker is time in which nothing is played.
cacheModules();
const { serveMatches } = await import('@ludus/lab/batch/worker.ts');
const { makeReady } = await import('./ready.ts');
serveMatches(makeReady);
