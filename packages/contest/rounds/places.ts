import { disqualified, firstSeats, type Teams } from '@ludus/game/teams.ts';
import { placeShares } from '@ludus/lab/statistics.ts';

/**
 * The place of each seat: 1 is best, ties share the mean of their places. Anyone who was taken out stands below all who were not;
 * of them, scores decide. All seats of a team have its place among the teams; a team is taken out once all its seats are. The one
 * rule for ladder, qualifying and rounds, and the laboratory's.
 */
export function placesOf(scores: readonly number[], out: readonly number[], teams?: Teams): number[] {
  const sides = firstSeats(scores.length, teams).length;
  if (sides < 2) return scores.map(() => 1);
  const failed = scores.map((_, seat) => out.includes(seat));
  const shares = placeShares(scores, disqualified(failed, teams), teams);
  // A share is a number of halves over the others: doubled and rounded it is exact again.
  return shares.map((share) => sides - Math.round(2 * share * (sides - 1)) / 2);
}
