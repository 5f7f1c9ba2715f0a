import { serveLoading } from './load-serve.ts';

// The process in which players' modules are tried out before a run (load-isolated.ts).
serveLoading();
