import { WinnowFilter } from '@dodona/dolos-core';
import type { Source } from './source.ts';

/** Number of consecutive tokens in a fingerprint. Common runs of fewer tokens aren't evidence of copying. */
export const GRAM = 7;

/** A fingerprint in a program: the `GRAM` tokens from `start`. */
export interface Fingerprint {
  readonly hash: number;
  readonly start: number;
}

/** The fingerprints of all sources, and the fingerprints' weights. */
export interface Fingerprints {
  /** By source: its fingerprints, in their order in the program. */
  readonly prints: readonly (readonly Fingerprint[])[];
  /**
   * Returns the weight, 0 to 1: 1 for code that a few entrants share, less for code that many share, and 0 for code
   * that entrants were given.
   */
  weight(hash: number): number;
  /** Returns the number of entrants whose sources have this fingerprint. */
  entrants(hash: number): number;
  readonly templates: ReadonlySet<number>;
}

/** Code shared by at most this number of entrants, or by at most a twentieth of all entrants, has the full weight. */
const FEW = 3;

/**
 * Code shared by more entrants than this, and by more than half of all entrants, is assumed to have been given to
 * entrants.
 */
const MANY = 6;

/**
 * Computes the fingerprints of sources. `templates`: the tokens of programs that entrants were given. Every fingerprint
 * is kept (a window of one), because submissions are short, and inserted lines hide less if no fingerprint is left out.
 */
export function fingerprints(sources: readonly Source[], templates: readonly (readonly string[])[]): Fingerprints {
  const filter = new WinnowFilter(GRAM, 1);
  const take = (kinds: readonly string[]): Fingerprint[] =>
    filter.fingerprints([...kinds]).map(({ hash, start }) => ({ hash, start }));
  const prints = sources.map(({ tokens }) => take(tokens.kinds));
  const known = new Set(templates.flatMap(take).map(({ hash }) => hash));
  const owners = new Map<number, Set<number>>();
  prints.forEach((all, at) => {
    for (const { hash } of all) {
      const set = owners.get(hash);
      if (set) set.add(sources[at].entrant);
      else owners.set(hash, new Set([sources[at].entrant]));
    }
  });
  const all = new Set(sources.map(({ entrant }) => entrant)).size;
  const few = Math.max(FEW, all / 20);
  const many = Math.max(MANY, all / 2);
  return {
    prints,
    templates: known,
    entrants: (hash) => owners.get(hash)?.size ?? 0,
    weight(hash) {
      if (known.has(hash)) return 0;
      const count = owners.get(hash)?.size ?? 0;
      if (count > many) return 0;
      return count <= few ? 1 : (few / count) ** 2;
    },
  };
}
