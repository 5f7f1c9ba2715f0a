/** Duels and climbs: matches until enough is known. */
export { type DuelPlan, type DuelResult, duelRound, needsNewBoards, playDuel } from './batch/duel.ts';
export {
  type EloInterval,
  failedIn,
  type LadderMatch,
  ladderElo,
  ladderRatings,
  type PairScore,
  playGroup,
} from './climb.ts';
