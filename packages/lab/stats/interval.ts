import { logLikelihoodOfMean, regularised } from './likelihood.ts';
import { meanOf, type Tally } from './tally.ts';

/** An interval with `low` ≤ `mean` ≤ `high`. All three are shares of the points, from 0 to 1. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean with its 95% interval by empirical likelihood: all means that are not too unlikely given the tally. The
 * interval stays within 0 to 1, can be asymmetric, and doesn't shrink to a point if all results are equal. The
 * threshold is Student's, which makes the interval valid for a few groups. For fewer than two groups, the interval is 0
 * to 1. `widened`: the interval's width relative to the width of the 95% interval.
 */
export function meanInterval(tally: Tally, widened = 1): MeanInterval {
  if (tally.total < 2) return { mean: tally.total === 0 ? 0.5 : meanOf(tally), low: 0, high: 1 };
  const mean = meanOf(tally);
  const data = regularised(tally);
  const centre = meanOf(data);
  const threshold = -0.5 * (widened * studentQuantile975(tally.total - 1)) ** 2;
  const edge = (outer: number): number => {
    let inside = centre;
    let outside = outer;
    for (let step = 0; step < 60; step++) {
      const middle = (inside + outside) / 2;
      if (middle <= 0 || middle >= 1) break;
      if (logLikelihoodOfMean(data, middle) >= threshold) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return { mean, low: Math.min(mean, edge(0)), high: Math.max(mean, edge(1)) };
}

/**
 * The number of groups after which the interval excludes an even share if the scores continue like this. Undefined if
 * that is more than `most`.
 */
export function groupsToTell(tally: Tally, most: number): number | undefined {
  const isOpenAfter = (groups: number): boolean => {
    const weights = tally.weights.map((weight) => (weight * groups) / tally.total);
    const { low, high } = meanInterval({ ...tally, weights, total: groups });
    return low <= 0.5 && high >= 0.5;
  };
  if (tally.total === 0 || isOpenAfter(most)) return undefined;
  let [open, told] = [1, most];
  while (told - open > 1) {
    const middle = Math.floor((open + told) / 2);
    if (isOpenAfter(middle)) open = middle;
    else told = middle;
  }
  return told;
}

/**
 * The 97.5% quantile of Student's t (Cornish–Fisher), accurate to 0.5% for 3 or more degrees of freedom, and exact for
 * 1 and 2.
 */
export function studentQuantile975(degrees: number): number {
  if (degrees < 1.5) return 12.706;
  if (degrees < 2.5) return 4.303;
  const z = 1.959964;
  const n = degrees;
  return (
    z +
    (z ** 3 + z) / (4 * n) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * n ** 3)
  );
}
