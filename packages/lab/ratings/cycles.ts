import type { WinMatrix } from './win-matrix.ts';

/** Three players, each of which beats the next. One rating per player can't represent a cycle. */
export interface Cycle {
  readonly names: readonly [string, string, string];
  /** The winner's share of the points in the closest of the three results, from 0 to 1. */
  readonly weakest: number;
  /**
   * Whether the cycle is statistically significant. In a field without cycles, at most 5% of analyses report any
   * significant cycle, for any number of triples.
   */
  readonly clear: boolean;
}

/** Maximum probability that a cycle is reported in a field without cycles. */
const FALSE_ALARMS = 0.05;

/**
 * All cycles of three players, the clearest first. Each cycle is listed once, starting with the name that comes first
 * in the matrix.
 *
 * A false cycle needs at least one pair in which the weaker player seems to be the stronger. Therefore, the decided
 * matches of each pair undergo a sign test, whose null hypothesis is that both players are equally likely to win.
 * Holm's method distributes the significance level over all pairs that have met, so the probability of any false result
 * is at most 5%.
 */
export function cyclesOfThree(matrix: WinMatrix): Cycle[] {
  const { names, points, games } = matrix;
  const share = (i: number, j: number) => (games[i][j] === 0 ? 0 : points[i][j] / games[i][j]);
  const beats = (i: number, j: number) => share(i, j) > 0.5;
  const isClear = clearPairs(matrix);
  const cycles: Cycle[] = [];
  for (let i = 0; i < names.length; i++)
    for (let j = i + 1; j < names.length; j++)
      for (let k = i + 1; k < names.length; k++)
        if (k !== j && beats(i, j) && beats(j, k) && beats(k, i))
          cycles.push({
            names: [names[i], names[j], names[k]],
            weakest: Math.min(share(i, j), share(j, k), share(k, i)),
            clear: isClear(i, j) && isClear(j, k) && isClear(k, i),
          });
  return cycles.sort((a, b) => Number(b.clear) - Number(a.clear) || b.weakest - a.weakest);
}

/** Returns a function that tells whether a pair's result is significant. */
function clearPairs({ names, wins, games }: WinMatrix): (i: number, j: number) => boolean {
  const tests: { pair: number; p: number }[] = [];
  for (let i = 0; i < names.length; i++)
    for (let j = i + 1; j < names.length; j++)
      if (games[i][j] > 0) tests.push({ pair: i * names.length + j, p: signTest(wins[i][j], wins[j][i]) });
  tests.sort((a, b) => a.p - b.p);
  const stop = tests.findIndex(({ p }, at) => p > FALSE_ALARMS / (tests.length - at));
  const clear = new Set(tests.slice(0, stop < 0 ? tests.length : stop).map(({ pair }) => pair));
  return (i, j) => clear.has(Math.min(i, j) * names.length + Math.max(i, j));
}

/** The two-sided probability (0 to 1) of a result at least this uneven between equally strong players. */
export function signTest(one: number, other: number): number {
  const n = one + other;
  let log = -n * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= Math.min(one, other); k++) {
    tail += Math.exp(log);
    log += Math.log((n - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}
