import {
  asksOneSide,
  type Boards,
  endOfTurn,
  groupsToDecide,
  isWeaker,
  type SequentialPlan,
  type Standing,
} from './stop-rule.ts';
import { isAllEven, type Tally } from './tally.ts';

/**
 * An advantage above this value, in Elo, is shown as infinite. The value corresponds to losing one point in 30 million.
 */
const MAX_ELO = 3000;

/** Replaces the hyphen with the minus sign, which is as wide as a digit. */
export const minus = (number: string): string => number.replace('-', '−');

/** An advantage with its sign, such as +12.3 or −4.5. An advantage above the maximum is shown as ±∞. */
export function signedElo(elo: number): string {
  if (!(Math.abs(elo) <= MAX_ELO)) return elo > 0 ? '+∞' : '−∞';
  const digits = Math.abs(elo) < 99.5 ? 1 : 0;
  const text = Math.abs(elo).toFixed(digits);
  return Number(text) === 0 ? text : `${elo > 0 ? '+' : '−'}${text}`;
}

/** The advantage with its interval: `+12.3 Elo (95% interval +1.0 … +23.8)`. */
export function describeElo({ elo, eloLow, eloHigh }: Standing): string {
  return `${signedElo(elo)} Elo (95% interval ${signedElo(eloLow)} … ${signedElo(eloHigh)})`;
}

/** `1 pair`, `12 pairs`: pairs of matches with the seats swapped. */
export const countPairs = (pairs: number): string => (pairs === 1 ? '1 pair' : `${pairs} pairs`);

/** The result of NEW's matches against OLD. */
export interface WinCount {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** @param points NEW's share of the points in each match, from 0 to 1 */
export function countWins(points: readonly number[]): WinCount {
  const won = points.filter((share) => share > 0.5).length;
  const lost = points.filter((share) => share < 0.5).length;
  return { won, drawn: points.length - won - lost, lost };
}

/** The wins and draws in words: `12 of 12 matches`, `30 of 40 matches and drew 4`. */
function describeWins({ won, drawn, lost }: WinCount): string {
  const matches = won + drawn + lost;
  const draws = drawn === 0 ? '' : ` and drew ${drawn}`;
  return `${won} of ${matches} ${matches === 1 ? 'match' : 'matches'}${draws}`;
}

/** Whether one of the two players won every match. */
const isSweep = ({ won, drawn, lost }: WinCount): boolean => drawn === 0 && (won === 0) !== (lost === 0);

/**
 * A duel's result in words. If there is no result, the sentence states the reason and the next step. The figures are
 * formatted by `describeElo`.
 */
export function duelSentence(
  { fresh, old }: { readonly fresh: string; readonly old: string },
  standing: Standing,
  plan: SequentialPlan,
  tally: Tally,
  wins: WinCount,
  boards: Boards = [tally],
): string {
  const { decision, groups, repeated } = standing;
  const basis = `it won ${describeWins(wins)}`;
  const { elo0, elo1 } = plan;
  switch (decision) {
    case 'h1':
      if (elo0 < 0) return `${fresh} is not weaker than ${old} by ${-elo0} Elo or more: ${basis}.`;
      return `${fresh} is stronger than ${old}${elo0 > 0 ? ` by more than ${elo0} Elo` : ''}: ${basis}.`;
    case 'h0':
      if ((asksOneSide(plan) && elo1 <= 0) || isWeaker(tally, boards))
        return `${fresh} is weaker than ${old}${asksOneSide(plan) && elo1 < 0 ? ` by more than ${-elo1} Elo` : ''}: ${basis}.`;
      return elo1 > 0
        ? `${fresh} is not shown to be stronger than ${old}, and if it is, by less than ${elo1} Elo: ${basis}.`
        : `${fresh} may be weaker than ${old} by ${-elo1} Elo or more: ${basis}.`;
    default:
      if (isAllEven(tally))
        return `Undecided: ${groups === 1 ? 'the only pair was' : `all ${groups} pairs were`} exactly even, so ${fresh} and ${old} may be the same.`;
      if (decision === 'repeats' && isSweep(wins))
        return `On these boards ${fresh} is ${wins.won > 0 ? 'stronger' : 'weaker'} than ${old}: ${basis} (not counted: ${countPairs(repeated)} that only repeated these). Name more boards to compare the bots on other boards.`;
      // The duel ended before the limit, because only repetitions were left or too few groups could be judged.
      if (repeated > groups || (repeated > 0 && groups + repeated < plan.limit))
        return `Undecided: ${fresh} won ${describeWins(wins)} (not counted: ${countPairs(repeated)} that only repeated these). Name more boards.`;
      return `Undecided: ${fresh} won ${describeWins(wins)}, which ${whyUndecided(standing, tally, plan, boards)}`;
  }
}

function whyUndecided(standing: Standing, tally: Tally, plan: SequentialPlan, boards: Boards): string {
  if (!asksOneSide(plan))
    return `fits both ${plan.elo0} and ${plan.elo1} Elo. Allow more pairs, or use --elo1 ${plan.elo0} to ask only who is stronger.`;
  const needed = groupsToDecide(tally, plan);
  if (needed === undefined)
    return `may be luck. The advantage is ${describeElo(standing)}: allow many more pairs to find a small difference.`;
  // The test decides only after a full rotation of the boards, so the number of pairs is rounded up.
  const pairs = countPairs(endOfTurn(Math.max(needed, tally.total + 1), boards));
  return `may still be luck. Allow about ${pairs}: if the trend continues, they are enough.`;
}
