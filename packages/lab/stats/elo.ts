/**
 * Logistic Elo: an advantage of `elo` is an expected score of 1 / (1 + 10^(−elo/400)). Elo corresponds to the share of
 * the points, which users see. An advantage has the same meaning for two and for four players, unlike the spread of the
 * results. (Normalised Elo, advantage divided by spread, makes tests equally long in every game. But an advantage of 10
 * then means a different share of the points in each game.)
 */
export const SCALE = 400 / Math.LN10;

/** The expected score (0 to 1) for an advantage in Elo. */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + Math.exp(-elo / SCALE));
}

/** The advantage in Elo for a score from 0 to 1; −∞ and ∞ at the ends. */
export function eloOfScore(score: number): number {
  return score <= 0 ? -Infinity : score >= 1 ? Infinity : SCALE * Math.log(score / (1 - score));
}
