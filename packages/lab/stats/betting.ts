import type { Tally } from './tally.ts';

/**
 * The gambler's stakes: the shares of the wealth that can be lost in one group, from cautious to bold. Bold stakes
 * decide a clean sweep early, and cautious stakes decide a close duel.
 */
const STAKES = [0.1, 0.2, 0.4, 0.7, 1] as const;

/**
 * The evidence against "the mean is `mean` or less": the natural logarithm of a gambler's wealth. The gambler starts
 * with a wealth of 1, divided equally among a few fixed stakes, and bets that the next group's score exceeds `mean`. If
 * the mean isn’t larger, the bets are fair or worse. Then the wealth reaches 1/α with probability at most α (Ville's
 * inequality). This bound is exact for every distribution of scores, from the first group on. It needs neither a normal
 * approximation nor a minimum sample.
 */
export function logWealthAbove({ values, weights }: Tally, mean: number): number {
  const logs = STAKES.map((stake) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += weights[i] * Math.log1p(stake * (values[i] / mean - 1));
    return sum;
  });
  const largest = Math.max(...logs);
  let sum = 0;
  for (const log of logs) sum += Math.exp(log - largest);
  return largest + Math.log(sum / STAKES.length);
}

/** The evidence against "the mean is `mean` or more", computed like `logWealthAbove`. */
export function logWealthBelow(tally: Tally, mean: number): number {
  const { values, weights, total } = tally;
  return logWealthAbove({ values: values.map((v) => 1 - v), weights, total }, 1 - mean);
}
