import type { Pair } from './pairs.ts';
import type { Source } from './source.ts';

/**
 * The usual similarities (0 to 1) of two entrants in this field. They are computed from all compared pairs, including
 * pairs with nothing in common.
 */
export interface UsualSimilarity {
  readonly pairs: number;
  readonly median: number;
  /** The 90th and 99th percentiles of the pairs' similarities. */
  readonly most: number;
  readonly nearlyAll: number;
  /** The lowest similarity at which a pair is unusual in this field. */
  readonly unusual: number;
}

/** Minimum similarity of an unusual pair, however different all other pairs are. */
const MIN_UNUSUAL_SIMILARITY = 0.3;

export function usual(sources: readonly Source[], pairs: readonly Pair[]): UsualSimilarity {
  const count = comparedEntrants(sources);
  const sorted = [...pairs.map(({ similarity }) => similarity)].sort((a, b) => a - b);
  // Pairs with nothing in common come first, with similarity 0.
  const at = (share: number): number => {
    const place = Math.floor(share * (count - 1)) - (count - sorted.length);
    return place < 0 ? 0 : (sorted[place] ?? 0);
  };
  // The outlier threshold by the quartile rule, on which a few copies among many pairs have no influence.
  const far = at(0.75) + 3 * (at(0.75) - at(0.25));
  return {
    pairs: count,
    median: at(0.5),
    most: at(0.9),
    nearlyAll: at(0.99),
    unusual: Math.max(MIN_UNUSUAL_SIMILARITY, Math.min(0.9, far)),
  };
}

/** Counts the pairs of entrants with a common language, except pairs in which both are from earlier contests. */
function comparedEntrants(sources: readonly Source[]): number {
  const seen = new Set<string>();
  const entrants = new Map<string, { entrant: number; earlier: boolean; language: string }>();
  for (const { entrant, earlier, language } of sources)
    entrants.set(`${entrant} ${language}`, { entrant, earlier, language });
  const all = [...entrants.values()];
  for (let i = 0; i < all.length; i++)
    for (let j = i + 1; j < all.length; j++) {
      const [a, b] = [all[i], all[j]];
      if (a.entrant === b.entrant || a.language !== b.language || (a.earlier && b.earlier)) continue;
      seen.add(a.entrant < b.entrant ? `${a.entrant} ${b.entrant}` : `${b.entrant} ${a.entrant}`);
    }
  return seen.size;
}
