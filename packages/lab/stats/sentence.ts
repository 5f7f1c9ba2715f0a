import { type Boards, isWeaker, type SequentialPlan, type Standing } from './sequential.ts';
import type { Tally } from './tally.ts';

/** Beyond this an advantage is as good as infinite: one point in 30 million. */
const MOST_ELO = 3000;

/** +12.3, −4.5, or more than a number can say. */
export function signedElo(elo: number): string {
  if (!(Math.abs(elo) <= MOST_ELO)) return elo > 0 ? '+∞' : '−∞';
  const digits = Math.abs(elo) < 99.5 ? 1 : 0;
  const text = Math.abs(elo).toFixed(digits);
  return Number(text) === 0 ? text : `${elo > 0 ? '+' : '−'}${text}`;
}

/** `+12.3 Elo (95 % interval +1.0 … +23.8)` */
export function describeElo({ elo, eloLow, eloHigh }: Standing): string {
  return `${signedElo(elo)} Elo (95 % interval ${signedElo(eloLow)} … ${signedElo(eloHigh)})`;
}

/** `1 group`, `12 groups` */
export const countGroups = (groups: number): string => (groups === 1 ? '1 group' : `${groups} groups`);

/** What a duel came to, in one plain sentence. */
export function duelSentence(
  names: { readonly fresh: string; readonly old: string },
  standing: Standing,
  plan: SequentialPlan,
  tally: Tally,
  boards: Boards = [tally],
): string {
  const { fresh, old } = names;
  const { decision, groups, score } = standing;
  const basis = `${describeElo(standing)}, ${(100 * score).toFixed(1)} % of the points in ${countGroups(groups)}`;
  switch (decision) {
    case 'h1':
      return plan.elo0 >= 0
        ? `${fresh} is stronger than ${old}: ${basis}.`
        : `${fresh} is not weaker than ${old} by ${-plan.elo0} Elo or more: ${basis}.`;
    case 'h0':
      return isWeaker(tally, boards)
        ? `${fresh} is weaker than ${old}: ${basis}.`
        : plan.elo1 > 0
          ? `${fresh} is not shown to be stronger than ${old}, and if it is, by less than ${plan.elo1} Elo: ${basis}.`
          : `${fresh} may be weaker than ${old} by ${-plan.elo1} Elo or more: ${basis}.`;
    default:
      return tally.values.length === 1 && tally.values[0] === 0.5
        ? `Undecided: ${groups === 1 ? 'the only group' : `all ${groups} groups`} came out exactly even, ${fresh} and ${old} may be the same.`
        : `Undecided after ${countGroups(groups)}, the limit: ${basis}.`;
  }
}
