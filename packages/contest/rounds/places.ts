import { disqualified, firstSeats, type Teams } from '@ludus/game/teams.ts';
import { placeShares } from '@ludus/lab/statistics.ts';

/**
 * Returns the place of each seat: 1 is best, ties share the mean of their places. Disqualified players are placed below
 * all others, by their scores. All seats of a team have the team's place; a team is disqualified when all its seats
 * are. The ladder, qualifying, finals, and the lab package share this rule.
 */
export function placesOf(scores: readonly number[], out: readonly number[], teams?: Teams): number[] {
  const sides = firstSeats(scores.length, teams).length;
  if (sides < 2) return scores.map(() => 1);
  const failed = scores.map((_, seat) => out.includes(seat));
  const shares = placeShares(scores, disqualified(failed, teams), teams);
  // A share is a number of halves, divided by the number of other sides. So the place becomes exact by doubling and
  // rounding.
  return shares.map((share) => sides - Math.round(2 * share * (sides - 1)) / 2);
}
