import type { Fingerprints } from './fingerprints.ts';
import { similarityOf } from './similarity.ts';
import { comparable, type Source } from './source.ts';

/**
 * Two sources that may be similar, and an estimate of their similarity (0 to 1) from their fingerprints. The source of
 * the entrant with the lower number is on the left.
 */
export interface Candidate {
  readonly left: number;
  readonly right: number;
  readonly guess: number;
}

/** Maximum number of pairs of versions that are compared in detail per pair of entrants. */
const VERSIONS = 3;

/**
 * Maximum number of sources that share a fingerprint; a fingerprint that more sources share isn't used to find pairs.
 */
const MAX_SOURCES = 400;

/**
 * Returns, by pair of entrants, the versions whose fingerprints agree most. Entrants with nothing in common are left
 * out.
 */
export function candidates(sources: readonly Source[], prints: Fingerprints): Candidate[] {
  const shared = sharedWeights(sources, prints);
  const totals = prints.prints.map((all) => {
    let sum = 0;
    for (const hash of new Set(all.map((print) => print.hash))) sum += prints.weight(hash);
    return sum;
  });
  const best = new Map<string, Candidate[]>();
  shared.forEach((row, left) => {
    for (const [right, weight] of row) {
      const guess = similarityOf(weight, totals[left], totals[right]);
      const [a, b] = [sources[left].entrant, sources[right].entrant];
      const key = `${a} ${b}`;
      const list = best.get(key) ?? [];
      list.push({ left, right, guess });
      list.sort(byGuess(sources));
      best.set(key, list.slice(0, VERSIONS));
    }
  });
  return [...best.values()].flat();
}

/**
 * Sorts the most similar candidates first, and equally similar candidates by entrant and version, so that the input's
 * order doesn't matter.
 */
export const byGuess =
  (sources: readonly Source[]) =>
  (x: Candidate, y: Candidate): number =>
    y.guess - x.guess || before(sources[x.left], sources[y.left]) || before(sources[x.right], sources[y.right]);

/** Compares sources by entrant, then by version. */
export const before = (a: Source, b: Source): number => a.entrant - b.entrant || a.version - b.version;

/**
 * Returns, by source, the sources of entrants with higher numbers that share a fingerprint with this source, and the
 * total weight of the shared fingerprints.
 */
function sharedWeights(sources: readonly Source[], prints: Fingerprints): Map<number, number>[] {
  const places = new Map<number, number[]>();
  prints.prints.forEach((all, at) => {
    for (const hash of new Set(all.map((print) => print.hash))) {
      if (prints.templates.has(hash) || prints.entrants(hash) < 2) continue;
      const list = places.get(hash);
      if (list) list.push(at);
      else places.set(hash, [at]);
    }
  });
  const shared = sources.map(() => new Map<number, number>());
  for (const [hash, all] of places) {
    if (all.length > MAX_SOURCES) continue;
    const weight = prints.weight(hash);
    for (let i = 0; i < all.length; i++)
      for (let j = i + 1; j < all.length; j++) {
        if (!comparable(sources[all[i]], sources[all[j]])) continue;
        const [left, right] = before(sources[all[i]], sources[all[j]]) < 0 ? [all[i], all[j]] : [all[j], all[i]];
        shared[left].set(right, (shared[left].get(right) ?? 0) + weight);
      }
  }
  return shared;
}
