/** Leagues and benchmarks: draws, files, standings, and pages. */

export { benchmarkSpecs, keyCommitment } from './benchmark/benchmark-specs.ts';
export { benchmarkCard } from './benchmark/card.ts';
export { ladderPlace } from './benchmark/place.ts';
export type { BenchmarkFile, BenchmarkResult } from './benchmark/result.ts';
export { digestText, type MatchFigure } from './league/digest.ts';
export {
  agentFile,
  commitmentFile,
  type Entry,
  entriesFile,
  type LeagueFile,
  leagueFile,
  leagueText,
  MAX_MATCHES,
  MAX_ROUNDS,
  type RoundFile,
  readLeagueFile,
  roundFile,
  type SourceFile,
  standing,
  treeHash,
} from './league/format.ts';
export { leagueSections } from './league/league-sections.ts';
export { boardsIn, commitmentOf, hiddenBoards, roundKey, roundSpecs } from './league/round-specs.ts';
export { sourceChanges } from './league/source-changes.ts';
export { leagueStandings } from './league/standings.ts';
