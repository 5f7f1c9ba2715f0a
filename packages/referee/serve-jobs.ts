/** The life of a process that plays matches. */
export { serveJobs } from './match-process/serve-jobs.ts';
