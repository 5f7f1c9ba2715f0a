import { logWealthAbove, logWealthBelow } from './betting.ts';
import { eloOfScore, scoreOfElo } from './elo.ts';
import { type Hypotheses, logLikelihoodRatio, waldBounds } from './gsprt.ts';
import { meanInterval } from './interval.ts';
import { withinBoards } from './strata.ts';
import { isAllEven, type Tally } from './tally.ts';

/** A sequential test of whether NEW is stronger than OLD, over groups of matches. */
export interface SequentialPlan extends Hypotheses {
  /** The chance of calling NEW stronger when its advantage is `elo0` or less; default 0.05. */
  readonly alpha?: number;
  /** The chance of the contrary when its advantage is `elo1` or more; default 0.05. */
  readonly beta?: number;
  /** The most groups that are played. */
  readonly limit: number;
}

/**
 * `h1`: the advantage is above elo0. `h0`: it is below elo1. `limit`: neither could be shown with the allowed groups, or
 * the players may be the same. `repeats`: neither could be shown, and only repetitions come. `more`: play on.
 */
export type Decision = 'h1' | 'h0' | 'limit' | 'repeats' | 'more';

/** The current state of a test. Elo values may be infinite. */
export interface Standing {
  readonly groups: number;
  readonly decision: Decision;
  /** The log-likelihood ratio and the bounds between which play continues. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  /** The advantage with its 95% interval. */
  readonly elo: number;
  readonly eloLow: number;
  readonly eloHigh: number;
  /** Groups that repeated others exactly. They are not judged. */
  readonly repeated: number;
  /** NEW's mean share of the points, 0…1; once every board has been played often enough, the mean of the boards' means. */
  readonly score: number;
}

/** The groups that were judged, by board; in whatever order they come, boards take turns. One for games that make a board of each seed. */
export type Boards = readonly Tally[];

/** Groups that were played and repeated earlier ones exactly: they are no further evidence. */
export interface Repeats {
  readonly groups: number;
  /** Every board and way to sit has come to repetitions only. */
  readonly isAll: boolean;
}

const NO_REPEATS: Repeats = { groups: 0, isAll: false };

/** Whether the test only asks on which side of one advantage NEW is. Then the exact test alone decides. */
export const asksOneSide = ({ elo0, elo1 }: Hypotheses): boolean => elo0 === elo1;

/** Was it the exact test that decided, while the log-likelihood ratio is between its bounds, or does not count yet? */
export function decidedExactly({ decision, groups, llr, lower, upper }: Standing): boolean {
  if (decision !== 'h1' && decision !== 'h0') return false;
  return groups < MIN_GROUPS || (llr > lower && llr < upper);
}

/**
 * How each error rate is shared out: this much for the exact test, this much for the GSPRT. The rest is held back, because the
 * GSPRT's rates hold only approximately: it estimates the spread from the same groups.
 */
const EXACT_PART = 0.1;
const GSPRT_PART = 0.8;
/** No GSPRT decision on fewer: below, its estimate of the spread is not worth a decision. The exact test needs no such rule. */
const MIN_GROUPS = 16;
const MAX_IN_TURN = 16;
const MAX_EVEN_GROUPS = 200;

/**
 * Decides on the groups played so far. Two tests watch the same groups and share the error rates. The GSPRT needs the fewest
 * groups near elo0 and elo1. An exact betting test ends lopsided duels after a dozen groups, when a GSPRT with close hypotheses
 * would need hundreds. While every group came out exactly even nothing is decided: players that do the same thing give no
 * evidence of anything. After `MAX_EVEN_GROUPS` the duel ends. A function of the tallies alone.
 *
 * If both hypotheses are equal, there is no GSPRT, and the exact test has each error rate alone. Then a clean sweep is decided
 * after six groups.
 *
 * The GSPRT looks within the boards (strata.ts). Before it can, it decides only after each board was played equally often, as the
 * exact test always does. The first boards may be NEW's best. More than `MAX_IN_TURN` are taken for a sample.
 */
export function decide(
  tally: Tally,
  plan: SequentialPlan,
  boards: Boards = [tally],
  repeats: Repeats = NO_REPEATS,
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
 * The number of groups after which the exact test would decide if the evidence kept growing as it has. Undefined if the evidence
 * has grown for neither side, or is too small.
 */
export function groupsToDecide(tally: Tally, plan: SequentialPlan): number | undefined {
  const { alpha = 0.05, beta = 0.05 } = plan;
  const [above, below] = [logWealthAbove(tally, scoreOfElo(plan.elo0)), logWealthBelow(tally, scoreOfElo(plan.elo1))];
  const [found, wanted] = above >= below ? [above, -Math.log(alpha)] : [below, -Math.log(beta)];
  return found < LEAST_EVIDENCE ? undefined : Math.ceil((tally.total * wanted) / found);
}
/** Less than this, as a logarithm, may be luck alone. */
const LEAST_EVIDENCE = 0.5;

/** The first number of groups from this one on after which the exact test looks. */
export const endOfTurn = (groups: number, boards: Boards): number =>
  boards.length > MAX_IN_TURN ? groups : Math.ceil(groups / boards.length) * boards.length;

/** The decision with the estimate that goes with it. */
export function judge(
  tally: Tally,
  plan: SequentialPlan,
  boards: Boards = [tally],
  repeats: Repeats = NO_REPEATS,
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
 * Once H0 is accepted: may NEW be called weaker? An interval slightly wider than 95% must be below even, because the test chose
 * the moment to stop. Then equal players are called weaker in less than 5% of duels.
 */
export function isWeaker(tally: Tally, boards: Boards = [tally]): boolean {
  return meanInterval(withinBoards(tally, boards), 1.25).high < 0.5;
}

function gsprtBounds({ alpha = 0.05, beta = 0.05 }: SequentialPlan): { lower: number; upper: number } {
  return waldBounds(alpha * GSPRT_PART, beta * GSPRT_PART);
}
