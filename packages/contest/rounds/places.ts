import { placeShares } from '@ludus/lab/stats/groups.ts';

/**
 * The place of each seat: 1 is best, ties share the mean of their places. Anyone who was taken out stands below all who were not;
 * of them, scores decide. The one rule for ladder, qualifying and rounds, and the laboratory's.
 */
export function placesOf(scores: readonly number[], out: readonly number[]): number[] {
  if (scores.length < 2) return scores.map(() => 1);
  const others = scores.length - 1;
  const shares = placeShares(
    scores,
    scores.map((_, seat) => out.includes(seat)),
  );
  // A share is a number of halves over the others: doubled and rounded it is exact again.
  return shares.map((share) => scores.length - Math.round(2 * share * others) / 2);
}
