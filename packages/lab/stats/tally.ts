/**
 * How often each group score occurred. Group scores are shares of the points between 0 and 1, and take only a few values
 * (a pair of matches without ties: 0, ½, 1). A few numbers therefore represent thousands of groups. A tally doesn't
 * record the order of the scores, so the statistics can't depend on it.
 */
export interface Tally {
  /** The different scores, ascending, from 0 to 1. */
  readonly values: readonly number[];
  /** One positive weight per value. Pseudo-observations have fractional weights. */
  readonly weights: readonly number[];
  /** The sum of the weights. */
  readonly total: number;
}

export const EMPTY_TALLY: Tally = { values: [], weights: [], total: 0 };

/**
 * Maximum difference between values that are treated as the same, because sums of thirds and quarters have rounding
 * errors.
 */
const SAME = 1e-9;

/** The tally with `weight` added to `value`. Throws a RangeError for a value outside 0 to 1. */
export function addTo(tally: Tally, value: number, weight = 1): Tally {
  if (!(value >= -SAME && value <= 1 + SAME)) throw new RangeError(`a group score is within 0…1, not ${value}`);
  const values = tally.values.slice();
  const weights = tally.weights.slice();
  let at = 0;
  while (at < values.length && values[at] < value - SAME) at++;
  if (at < values.length && Math.abs(values[at] - value) <= SAME) weights[at] += weight;
  else {
    values.splice(at, 0, Math.min(1, Math.max(0, value)));
    weights.splice(at, 0, weight);
  }
  return { values, weights, total: tally.total + weight };
}

export function tallyOf(scores: Iterable<number>): Tally {
  let tally = EMPTY_TALLY;
  for (const score of scores) tally = addTo(tally, score);
  return tally;
}

/** Whether every group's score is exactly even. */
export const isAllEven = ({ values }: Tally): boolean => values.length === 1 && values[0] === 0.5;

/** The mean; NaN for an empty tally. */
export function meanOf({ values, weights, total }: Tally): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += weights[i] * values[i];
  return sum / total;
}

/** The mean squared distance from the mean (divided by the total, not by the total − 1). */
export function varianceOf(tally: Tally): number {
  const mean = meanOf(tally);
  let sum = 0;
  for (let i = 0; i < tally.values.length; i++) sum += tally.weights[i] * (tally.values[i] - mean) ** 2;
  return sum / tally.total;
}
