import { cacheModules } from '../module-cache.ts';

// The process in which players' modules are tried out before a run (load-apart.ts).
cacheModules();
const { serveLoading } = await import('./load-serve.ts');
serveLoading();
