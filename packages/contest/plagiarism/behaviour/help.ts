/** A rated match: its entrants and their places (1 is best, ties share the mean place). */
export interface PlayedMatch {
  readonly seats: readonly { readonly entrant: number; readonly place: number }[];
}

/** How much better two entrants do against all others when both play in the same match. */
export interface Help {
  readonly left: number;
  readonly right: number;
  /**
   * The increase (−1 to 1) in the share of opponents that each of the two entrants beats if the other one also plays.
   */
  readonly gain: number;
  /** `gain` divided by its standard error. */
  readonly z: number;
  /** The expected number of pairs with at least this `z` among all examined pairs, if no entrant helps another. */
  readonly byChance: number;
  /** Number of matches in which both entrants took part. */
  readonly together: number;
}

interface Stratum {
  together: number;
  wonTogether: number;
  apart: number;
  wonApart: number;
}

/**
 * Returns pairs of entrants, the pairs with the most significant gain first. Each entrant is compared with itself: its
 * results against the same opponent, with and without the other entrant of the pair. Pairs that have no common opponent
 * with and without the other entrant are left out.
 */
export function helps(matches: readonly PlayedMatch[]): Help[] {
  // The number of matches and the wins: by entrant and opponent, and in a second map also by a third entrant in the
  // same match.
  const totals = new Map<string, { count: number; won: number }>();
  const withOther = new Map<string, { count: number; won: number }>();
  const together = new Map<string, number>();
  for (const { seats } of matches)
    for (const one of seats)
      for (const rival of seats) {
        if (rival.entrant === one.entrant) continue;
        const won = one.place < rival.place ? 1 : one.place === rival.place ? 0.5 : 0;
        add(totals, `${one.entrant} ${rival.entrant}`, won);
        if (one.entrant < rival.entrant) {
          const key = `${one.entrant} ${rival.entrant}`;
          together.set(key, (together.get(key) ?? 0) + 1);
        }
        for (const third of seats)
          if (third.entrant !== one.entrant && third.entrant !== rival.entrant)
            add(withOther, `${one.entrant} ${third.entrant} ${rival.entrant}`, won);
      }
  const strata = new Map<string, Stratum[]>();
  for (const [key, { count, won }] of withOther) {
    const [one, other, rival] = key.split(' ').map(Number);
    const all = totals.get(`${one} ${rival}`)!;
    const pair = one < other ? `${one} ${other}` : `${other} ${one}`;
    const stratum = { together: count, wonTogether: won, apart: all.count - count, wonApart: all.won - won };
    strata.set(pair, [...(strata.get(pair) ?? []), stratum]);
  }
  const found = [...strata].flatMap(([key, all]) => {
    const [left, right] = key.split(' ').map(Number);
    const result = pooled(all);
    return result === undefined ? [] : [{ left, right, ...result, together: together.get(key) ?? 0 }];
  });
  return found
    .map((help) => ({ ...help, byChance: found.length * upperTail(help.z) }))
    .sort((a, b) => b.z - a.z || a.left - b.left || a.right - b.right);
}

function add(into: Map<string, { count: number; won: number }>, key: string, won: number): void {
  const found = into.get(key);
  if (found === undefined) into.set(key, { count: 1, won });
  else {
    found.count++;
    found.won += won;
  }
}

/** Combines differences of shares over strata, weighted by their information (Mantel and Haenszel). */
function pooled(strata: readonly Stratum[]): { readonly gain: number; readonly z: number } | undefined {
  let weights = 0;
  let sum = 0;
  let variance = 0;
  for (const { together, wonTogether, apart, wonApart } of strata) {
    if (together === 0 || apart === 0) continue;
    const weight = (together * apart) / (together + apart);
    // Adds one match of each outcome, since a share of 0 or 1 over few matches isn't certain.
    const share = (wonTogether + wonApart + 1) / (together + apart + 2);
    weights += weight;
    sum += weight * (wonTogether / together - wonApart / apart);
    variance += weight ** 2 * share * (1 - share) * (1 / together + 1 / apart);
  }
  return weights === 0 ? undefined : { gain: sum / weights, z: sum / Math.sqrt(variance) };
}

/**
 * Returns the probability of a standard normal variable above z (Abramowitz and Stegun 26.2.17: error below 7.5e-8).
 */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
