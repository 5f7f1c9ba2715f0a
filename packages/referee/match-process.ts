/** Processes that play matches, seen from outside. */
export type { FinishedMatch, JobPlayer, MatchJob, MatchOutcome } from './match-process/job.ts';
export {
  MatchProcessPool,
  type MatchProcessPoolOptions,
  MatchProcessStartError,
} from './match-process/match-process-pool.ts';
export { playWithRetry } from './match-process/play-with-retry.ts';
