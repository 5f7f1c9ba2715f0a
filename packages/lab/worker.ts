/** The life of a worker that plays matches of a run. */
export { serveMatches } from './batch/worker.ts';
