/** Duels and climbs: matches until the result is significant, and differences between the sources of two versions. */
export { type DuelPlan, type DuelResult, duelRound, needsNewBoards, playDuel } from './batch/duel.ts';
export {
  type EloInterval,
  type LadderMatch,
  ladderElo,
  ladderGroup,
  ladderRatings,
  ladderShare,
  meanShare,
  type PairScore,
  playGroup,
  type SourceLine,
  sourceLines,
} from './climb.ts';
export {
  doubtText,
  type LadderBoard,
  ladderBoards,
  MATCHES_PER_GROUP,
  RUNG_PAIRS,
  type RungResult,
  rungDoubt,
  rungResult,
} from './rungs.ts';
