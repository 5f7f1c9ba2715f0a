import { scoreOfElo } from './elo.ts';
import { logLikelihoodOfMean, regularised } from './likelihood.ts';
import type { Tally } from './tally.ts';

/**
 * What is tested: H0, the advantage is `elo0` or less, against H1, it is `elo1` or more. Both the same number: on which side of it is the
 * advantage? That needs no guess how large the advantage may be, but nearly equal players are never told apart.
 */
export interface Hypotheses {
  readonly elo0: number;
  /** ≥ elo0 */
  readonly elo1: number;
}

/**
 * The log-likelihood ratio of the generalised sequential probability ratio test over the group scores. It compares the most
 * likely distribution with the mean `elo1` to the most likely one with the mean `elo0`. Computed exactly, without a normal
 * approximation, as today's testing frameworks for chess engines do. It is 0 while every group came out exactly even: constant
 * results show neither hypothesis.
 */
export function logLikelihoodRatio(tally: Tally, { elo0, elo1 }: Hypotheses): number {
  if (tally.total === 0 || (tally.values.length === 1 && tally.values[0] === 0.5)) return 0;
  const data = regularised(tally);
  return logLikelihoodOfMean(data, scoreOfElo(elo1)) - logLikelihoodOfMean(data, scoreOfElo(elo0));
}

/** Wald's bounds: H1 is accepted at `upper`, H0 at `lower`. `alpha`, `beta`: the error rates, 0…½. */
export function waldBounds(alpha: number, beta: number): { lower: number; upper: number } {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}
