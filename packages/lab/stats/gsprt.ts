import { scoreOfElo } from './elo.ts';
import { logLikelihoodOfMean, regularised } from './likelihood.ts';
import type { Tally } from './tally.ts';

/**
 * The hypotheses of a test. H0: the advantage is `elo0` or less. H1: the advantage is `elo1` or more. If `elo0` and
 * `elo1` are equal, the test asks on which side of that number the advantage is. Such a test doesn't require an
 * estimate of the advantage, but can't distinguish players of nearly the same strength.
 */
export interface Hypotheses {
  readonly elo0: number;
  /** The minimum advantage under H1; at least `elo0`. */
  readonly elo1: number;
}

/**
 * The log-likelihood ratio of the generalised sequential probability ratio test over the group scores. It compares the
 * most likely distribution with mean `elo1` to the most likely distribution with mean `elo0`. The ratio is computed
 * exactly, without a normal approximation, as current testing frameworks for chess engines do. The ratio is 0 as long
 * as every group is exactly even, because constant results support neither hypothesis.
 */
export function logLikelihoodRatio(tally: Tally, { elo0, elo1 }: Hypotheses): number {
  if (tally.total === 0 || (tally.values.length === 1 && tally.values[0] === 0.5)) return 0;
  const data = regularised(tally);
  return logLikelihoodOfMean(data, scoreOfElo(elo1)) - logLikelihoodOfMean(data, scoreOfElo(elo0));
}

/** Wald's bounds: the test accepts H1 at `upper` and H0 at `lower`. `alpha`, `beta`: the error rates, 0 to ½. */
export function waldBounds(alpha: number, beta: number): { lower: number; upper: number } {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}
