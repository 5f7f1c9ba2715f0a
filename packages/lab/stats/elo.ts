/**
 * Logistic Elo: an advantage of `elo` is an expected score of 1 / (1 + 10^(−elo/400)). It expresses the share of the points that
 * a user sees. Unlike the spread of the results, it means the same for two and for four players. (Normalised Elo, advantage over
 * spread, makes tests equally long in every game, but an advantage of 10 then means a different share in each.)
 */
export const SCALE = 400 / Math.LN10;

/** The expected score, 0…1, of an advantage in Elo. */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + Math.exp(-elo / SCALE));
}

/** The advantage in Elo that a score of 0…1 means; −∞ and ∞ at the ends. */
export function eloOfScore(score: number): number {
  return score <= 0 ? -Infinity : score >= 1 ? Infinity : SCALE * Math.log(score / (1 - score));
}
