/** Runs of many matches, and the pool of workers that plays them. */
export { LabRun } from './batch/lab-run.ts';
export type { PreparedRun } from './batch/play-spec.ts';
export { InvalidRunError, PoolClosedError } from './batch/pool.ts';
export { neededEnvironment } from './batch/start-worker.ts';
