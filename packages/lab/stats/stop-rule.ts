import { logWealthAbove, logWealthBelow } from './betting.ts';
import { eloOfScore, scoreOfElo } from './elo.ts';
import { type Hypotheses, logLikelihoodRatio, waldBounds } from './gsprt.ts';
import { meanInterval } from './interval.ts';
import { withinBoards } from './strata.ts';
import { isAllEven, type Tally } from './tally.ts';

/** A sequential test of whether NEW is stronger than OLD, over groups of matches. */
export interface SequentialPlan extends Hypotheses {
  /** The probability of calling NEW stronger if its advantage is `elo0` or less; default 0.05. */
  readonly alpha?: number;
  /** The probability of deciding for H0 although NEW's advantage is `elo1` or more; default 0.05. */
  readonly beta?: number;
  /** Maximum number of groups that the test may use. */
  readonly limit: number;
}

/**
 * `h1`: the advantage is above `elo0`. `h0`: the advantage is below `elo1`. `limit`: neither could be shown within the
 * allowed number of groups, or the players may be the same. `repeats`: neither could be shown, and all further groups
 * would be repetitions. `more`: the test continues.
 */
export type Decision = 'h1' | 'h0' | 'limit' | 'repeats' | 'more';

/** The current state of a test. Elo values may be infinite. */
export interface Standing {
  readonly groups: number;
  readonly decision: Decision;
  /** The log-likelihood ratio and the bounds between which the test continues. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  /** The advantage with its 95% interval. */
  readonly elo: number;
  readonly eloLow: number;
  readonly eloHigh: number;
  /** Number of groups that exactly repeated other groups. Repeated groups aren't judged. */
  readonly repeated: number;
  /**
   * NEW's mean share of the points, from 0 to 1. If every board has enough groups, each board has the same weight in
   * this mean.
   */
  readonly score: number;
}

/**
 * The judged groups, by board. Boards rotate, and their order doesn't matter. There is one tally for games that
 * generate a board from each seed.
 */
export type Boards = readonly Tally[];

/** Groups that exactly repeated earlier groups, and therefore aren't further evidence. */
export interface RepeatedGroups {
  readonly groups: number;
  /** Whether groups on every board and in every seating are now repetitions. */
  readonly isAll: boolean;
}

const NO_REPEATS: RepeatedGroups = { groups: 0, isAll: false };

/** Whether the test only asks on which side of one advantage NEW is. The exact test then decides without the GSPRT. */
export const asksOneSide = ({ elo0, elo1 }: Hypotheses): boolean => elo0 === elo1;

/** Whether the exact test decided, although the log-likelihood ratio is between its bounds or doesn't count yet. */
export function decidedExactly({ decision, groups, llr, lower, upper }: Standing): boolean {
  if (decision !== 'h1' && decision !== 'h0') return false;
  return groups < MIN_GROUPS || (llr > lower && llr < upper);
}

/**
 * How each error rate is divided between the exact test and the GSPRT. The rest is a reserve, because the GSPRT's rates
 * are only approximate: the GSPRT estimates the spread from the same groups.
 */
const EXACT_PART = 0.1;
const GSPRT_PART = 0.8;
/**
 * Minimum number of groups for a GSPRT decision. With fewer groups, the GSPRT's estimate of the spread is too inexact.
 * The exact test doesn't need a minimum.
 */
const MIN_GROUPS = 16;
const MAX_IN_TURN = 16;
const MAX_EVEN_GROUPS = 200;

/**
 * Decides on the groups played so far. The decision depends only on the tallies. Two tests use the same groups, and the
 * error rates are divided between them. The GSPRT needs the fewest groups if the advantage is near `elo0` or `elo1`. An
 * exact betting test ends lopsided duels after a dozen groups; a GSPRT with close hypotheses would need hundreds. There
 * is no decision as long as every group is exactly even, because identical players give no evidence. After
 * `MAX_EVEN_GROUPS`, the duel ends.
 *
 * If both hypotheses are equal, there is no GSPRT, and the exact test gets the full error rates. A clean sweep is then
 * decided after six groups.
 *
 * The GSPRT compares groups within boards (strata.ts). Until it has enough groups for this, it decides only when all
 * boards have been played equally often, as the exact test always does. At other times, the boards played so far might
 * happen to favour one player. If there are more than `MAX_IN_TURN` boards, they are treated as a random sample, and
 * needn't have been played equally often.
 */
export function decide(
  tally: Tally,
  plan: SequentialPlan,
  boards: Boards = [tally],
  repeats: RepeatedGroups = NO_REPEATS,
): { decision: Decision; llr: number } {
  const { alpha = 0.05, beta = 0.05, limit } = plan;
  const within = withinBoards(tally, boards);
  const llr = logLikelihoodRatio(within, plan);
  const played = tally.total + repeats.groups;
  const even = repeats.isAll || boards.length > MAX_IN_TURN || played % boards.length === 0;
  const { lower, upper } = gsprtBounds(plan);
  const undecided = repeats.isAll ? 'repeats' : played >= limit ? 'limit' : 'more';
  if (tally.total === 0) return { decision: undecided, llr };
  if (isAllEven(tally)) return { decision: tally.total >= MAX_EVEN_GROUPS ? 'limit' : undecided, llr };
  if (tally.total >= MIN_GROUPS && (even || within !== tally)) {
    if (llr >= upper) return { decision: 'h1', llr };
    if (llr <= lower) return { decision: 'h0', llr };
  }
  if (!even) return { decision: undecided, llr };
  const part = asksOneSide(plan) ? 1 : EXACT_PART;
  if (logWealthAbove(tally, scoreOfElo(plan.elo0)) >= -Math.log(alpha * part)) return { decision: 'h1', llr };
  if (logWealthBelow(tally, scoreOfElo(plan.elo1)) >= -Math.log(beta * part)) return { decision: 'h0', llr };
  return { decision: undecided, llr };
}

/**
 * The number of groups after which the exact test would decide if the evidence continued to grow at the same rate.
 * Undefined if the evidence doesn't grow for either side or is too small.
 */
export function groupsToDecide(tally: Tally, plan: SequentialPlan): number | undefined {
  const { alpha = 0.05, beta = 0.05 } = plan;
  const [above, below] = [logWealthAbove(tally, scoreOfElo(plan.elo0)), logWealthBelow(tally, scoreOfElo(plan.elo1))];
  const [found, wanted] = above >= below ? [above, -Math.log(alpha)] : [below, -Math.log(beta)];
  return found < MIN_EVIDENCE ? undefined : Math.ceil((tally.total * wanted) / found);
}
/** Minimum evidence for such an estimate, as a natural logarithm. Weaker evidence may be due to chance. */
const MIN_EVIDENCE = 0.5;

/** The smallest number of groups after which the exact test may decide, but at least `groups`. */
export const endOfTurn = (groups: number, boards: Boards): number =>
  boards.length > MAX_IN_TURN ? groups : Math.ceil(groups / boards.length) * boards.length;

/** The decision, with the estimate of the advantage. */
export function judge(
  tally: Tally,
  plan: SequentialPlan,
  boards: Boards = [tally],
  repeats: RepeatedGroups = NO_REPEATS,
): Standing {
  const { mean, low, high } = meanInterval(withinBoards(tally, boards));
  return {
    groups: tally.total,
    repeated: repeats.groups,
    ...decide(tally, plan, boards, repeats),
    ...gsprtBounds(plan),
    elo: eloOfScore(mean),
    eloLow: eloOfScore(low),
    eloHigh: eloOfScore(high),
    score: mean,
  };
}

/**
 * Whether NEW may be called weaker after H0 was accepted. An interval slightly wider than the 95% interval must lie
 * below an even score, because the test chose when to stop. As a result, players that are as strong as OLD are called
 * weaker in less than 5% of duels.
 */
export function isWeaker(tally: Tally, boards: Boards = [tally]): boolean {
  return meanInterval(withinBoards(tally, boards), 1.25).high < 0.5;
}

function gsprtBounds({ alpha = 0.05, beta = 0.05 }: SequentialPlan): { lower: number; upper: number } {
  return waldBounds(alpha * GSPRT_PART, beta * GSPRT_PART);
}
