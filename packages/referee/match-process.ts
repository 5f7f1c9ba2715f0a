/** Processes that play matches: their jobs, their start, their watchdog, and their end. */
export { END_REPORT_FD, type EndReport, lastEndReport } from './match-process/end-report.ts';
export type { FinishedMatch, JobPlayer, MatchJob, MatchOutcome } from './match-process/job.ts';
export { launchMatchProcess, outputEnded } from './match-process/launch-process.ts';
export {
  MatchProcessPool,
  type MatchProcessPoolOptions,
  MatchProcessStartError,
} from './match-process/match-process-pool.ts';
export { playWithRetry } from './match-process/play-with-retry.ts';
export { HOST_BYTES, preferOomKill, releaseMemory } from './match-process/process-memory.ts';
export { clearEndReport, OWN_GROUP, startWatchdog, writeEndReport } from './match-process/watchdog.ts';
