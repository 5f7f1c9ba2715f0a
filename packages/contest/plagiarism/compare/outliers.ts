import type { Pair } from './pairs.ts';
import type { Source } from './source.ts';

/** How alike two entrants of this field are: similarities (0 … 1) over all pairs that were compared, those with nothing in common too. */
export interface Usual {
  readonly pairs: number;
  readonly median: number;
  /** Nine of ten, ninety-nine of a hundred pairs are less alike. */
  readonly most: number;
  readonly nearlyAll: number;
  /** From here on a pair stands out from the field. */
  readonly unusual: number;
}

/** Nothing below is called unusual, however different all others are. */
const LEAST_UNUSUAL = 0.3;

export function usual(sources: readonly Source[], pairs: readonly Pair[]): Usual {
  const count = comparedEntrants(sources);
  const sorted = [...pairs.map(({ similarity }) => similarity)].sort((a, b) => a - b);
  // Pairs that share nothing are in front, as zeros.
  const at = (share: number): number => {
    const place = Math.floor(share * (count - 1)) - (count - sorted.length);
    return place < 0 ? 0 : (sorted[place] ?? 0);
  };
  // Far out by the usual rule of quartiles, which a few copies among many pairs cannot move.
  const far = at(0.75) + 3 * (at(0.75) - at(0.25));
  return {
    pairs: count,
    median: at(0.5),
    most: at(0.9),
    nearlyAll: at(0.99),
    unusual: Math.max(LEAST_UNUSUAL, Math.min(0.9, far)),
  };
}

/** How many pairs of entrants have a language in common, two earlier ones apart. */
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
