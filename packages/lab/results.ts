/** Runs of many matches: their plans and result files. */
export { ForeignJournalError, isSetup, Journal, JournalBusyError, lineOfMatch, readJournal } from './batch/journal.ts';
export {
  type BoardSource,
  fitsRun,
  type MatchRecord,
  type MatchSpec,
  matchKey,
  outOf,
  type PlayerDescription,
  planDifference,
  planHash,
  type RunSetup,
  settingOf,
} from './batch/plan.ts';
export { matchKey as lineKey, type ResultLine, readResults } from './batch/result-line.ts';
export { boardName, type RunSummary, replayName, runSummary, toCsv, toJsonLine } from './batch/results.ts';
export {
  countShards,
  dealtTo,
  mergeRecords,
  recorded,
  type Shard,
  type Stage,
  UnplayedPairError,
  UnplayedStageError,
} from './batch/shards.ts';
export { playTournament, type TournamentPlan } from './batch/tournament.ts';
export { versioned } from './batch/versions.ts';
