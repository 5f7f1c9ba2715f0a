import { addTo, meanOf, type Tally, varianceOf } from './tally.ts';

/**
 * The weight of the pseudo-observations at 0 and at 1. These observations make every mean strictly between 0 and 1
 * possible, so that one-sided and constant results have a likelihood under every hypothesis. Their weight is too small
 * to affect other results.
 */
const PSEUDO_WEIGHT = 1e-3;
const MAX_STEPS = 200;

/** The tally with its pseudo-observations, on which the likelihoods below are based. */
export function regularised(tally: Tally): Tally {
  return addTo(addTo(tally, 0, PSEUDO_WEIGHT), 1, PSEUDO_WEIGHT);
}

/**
 * The multiplier θ of the most likely distribution over the tally's values with the mean `mean`. Its probabilities are
 * wᵢ / (W·(1 + θ·(vᵢ − mean))). `tally` must have values on both sides of `mean`.
 *
 * θ is the only zero of the decreasing function Σ wᵢ(vᵢ − mean)/(1 + θ(vᵢ − mean)) between two poles. The search uses
 * Newton's steps, or bisection if a step leaves the interval that contains the zero. Both the number of steps and the
 * interval are bounded, so the search ends for any input.
 */
export function tiltOf(tally: Tally, mean: number): number {
  const { values, weights } = tally;
  let low = -1 / (values[values.length - 1] - mean);
  let high = 1 / (mean - values[0]);
  let theta = (meanOf(tally) - mean) / (varianceOf(tally) + (meanOf(tally) - mean) ** 2);
  if (!(theta > low && theta < high)) theta = (low + high) / 2;
  for (let step = 0; step < MAX_STEPS; step++) {
    let slope = 0;
    let value = 0;
    for (let i = 0; i < values.length; i++) {
      const share = (values[i] - mean) / (1 + theta * (values[i] - mean));
      value += weights[i] * share;
      slope -= weights[i] * share * share;
    }
    if (value > 0) low = theta;
    else high = theta;
    let next = theta - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const moved = Math.abs(next - theta);
    theta = next;
    if (moved <= 1e-13 * (1 + Math.abs(theta))) break;
  }
  return theta;
}

/**
 * The log-likelihood ratio (≤ 0, natural logarithm) of the best distribution with mean `mean` to the best distribution
 * of all.
 */
export function logLikelihoodOfMean(tally: Tally, mean: number): number {
  const theta = tiltOf(tally, mean);
  let sum = 0;
  for (let i = 0; i < tally.values.length; i++) sum -= tally.weights[i] * Math.log1p(theta * (tally.values[i] - mean));
  return sum;
}
