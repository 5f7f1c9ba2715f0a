/** One rated match: who took part, by entrant, and their places (1 is best, ties share the mean place). */
export interface PlayedMatch {
  readonly seats: readonly { readonly entrant: number; readonly place: number }[];
}

/** How much better two entrants do against all others when both play. */
export interface Help {
  readonly left: number;
  readonly right: number;
  /** By how much (−1 … 1) the share of others that they are placed above grows when the other of the two is there. */
  readonly gain: number;
  /** `gain` in its standard errors. */
  readonly z: number;
  /** How many pairs are to be expected with such a `z` or more among all that were examined, if no one helps anybody. */
  readonly byChance: number;
  /** Matches in which both took part. */
  readonly together: number;
}

interface Stratum {
  together: number;
  wonTogether: number;
  apart: number;
  wonApart: number;
}

/**
 * Pairs of entrants, those that gain most beyond chance first. Each is compared with itself: against the same built-in opponent,
 * with the other of the pair there and without it. A pair that never meets a common built-in opponent in both ways is left out.
 */
export function helps(matches: readonly PlayedMatch[]): Help[] {
  // By entrant and built-in opponent: how often above, and with whom else there.
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

/** Differences of shares over strata, each weighed by how much it can tell (Mantel and Haenszel). */
function pooled(strata: readonly Stratum[]): { readonly gain: number; readonly z: number } | undefined {
  let weights = 0;
  let sum = 0;
  let variance = 0;
  for (const { together, wonTogether, apart, wonApart } of strata) {
    if (together === 0 || apart === 0) continue;
    const weight = (together * apart) / (together + apart);
    // One match of each outcome is added: a share of 0 or 1 over few matches is not certain.
    const share = (wonTogether + wonApart + 1) / (together + apart + 2);
    weights += weight;
    sum += weight * (wonTogether / together - wonApart / apart);
    variance += weight ** 2 * share * (1 - share) * (1 / together + 1 / apart);
  }
  return weights === 0 ? undefined : { gain: sum / weights, z: sum / Math.sqrt(variance) };
}

/** The chance of a standard normal variable above z (Abramowitz and Stegun 26.2.17: error below 7.5e-8). */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
