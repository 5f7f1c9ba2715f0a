import { before, byGuess, candidates } from './candidates.ts';
import { type Fingerprints, fingerprints, GRAM } from './fingerprints.ts';
import { similarityOf } from './similarity.ts';
import type { Source } from './source.ts';
import { commonTiles, type Tile } from './tiles.ts';

/**
 * Two entrants' most similar versions; the version of the entrant with the lower number is on the left. `left` and
 * `right` are indices in the list of sources; shares are 0 to 1.
 */
export interface Pair {
  readonly left: number;
  readonly right: number;
  /** The similarity of the two versions (similarity.ts). */
  readonly similarity: number;
  /** The share of the left program that the right program contains, and the reverse. */
  readonly leftCovered: number;
  readonly rightCovered: number;
  /** Number of tokens in the longest common part, and number of tokens in all common parts. */
  readonly longest: number;
  readonly common: number;
  readonly parts: readonly Part[];
}

/** A common part; `rare`: 0 to 1, where 1 means that almost no other entrant has this part. */
export interface Part extends Tile {
  readonly rare: number;
}

/**
 * A program is treated as if it had at least this number of tokens, so that two nearly empty programs aren't similar.
 */
const MIN_OWN_TOKENS = 100;

/**
 * Maximum number of occurrences of a fingerprint in a program. More frequent fingerprints are filler, such as a table
 * of numbers, and aren't compared.
 */
const MAX_REPEATED = 64;

/** Maximum number of pairs compared in detail: the pairs that are most similar by their fingerprints. */
const MAX_CLOSE = 6000;

/**
 * Compares every version of every entrant with all versions of all other entrants in the same language. `templates`:
 * the tokens of programs that entrants were given. Returns one pair for two entrants, the most similar first; entrants
 * with nothing in common have no pair.
 */
export function* comparedPairs(
  sources: readonly Source[],
  templates: readonly (readonly string[])[],
): Generator<{ readonly done: number; readonly of: number }, Pair[]> {
  const prints = fingerprints(sources, templates);
  const close = candidates(sources, prints).sort(byGuess(sources)).slice(0, MAX_CLOSE);
  const programs = weighedPrograms(sources, prints);
  const best = new Map<string, Pair>();
  for (const [done, { left, right }] of close.entries()) {
    if (done % 64 === 0) yield { done, of: close.length };
    const pair = comparedPair(left, right, programs, prints);
    const key = `${sources[left].entrant} ${sources[right].entrant}`;
    const other = best.get(key);
    if (pair.common > 0 && (other === undefined || pair.similarity > other.similarity)) best.set(key, pair);
  }
  yield { done: close.length, of: close.length };
  return [...best.values()].sort(
    (a, b) =>
      b.similarity - a.similarity ||
      before(sources[a.left], sources[b.left]) ||
      before(sources[a.right], sources[b.right]),
  );
}

/** A source prepared for comparison. */
interface Program {
  /** The tokens as numbers; each token that isn't compared has a unique number. */
  readonly codes: readonly number[];
  /** By token: the fingerprint that starts at this token; undefined if the token isn't compared. */
  readonly hashes: readonly (number | undefined)[];
  /** The weight of all tokens. */
  readonly weight: number;
  /** The weight of all tokens, but at least the weight of `MIN_OWN_TOKENS` tokens. */
  readonly counted: number;
}

function weighedPrograms(sources: readonly Source[], { prints, weight }: Fingerprints): Program[] {
  const codes = new Map<string, number>();
  let next = -1;
  return sources.map(({ tokens: { kinds } }, at) => {
    const left = new Uint8Array(kinds.length);
    const hashes = new Array<number | undefined>(kinds.length).fill(undefined);
    const times = new Map<number, number>();
    for (const { hash, start } of prints[at]) {
      const time = (times.get(hash) ?? 0) + 1;
      times.set(hash, time);
      if (weight(hash) > 0 && time <= MAX_REPEATED) hashes[start] = hash;
    }
    // A token is compared if it is part of any compared fingerprint.
    for (const { start } of prints[at]) if (hashes[start] === undefined) left.fill(1, start, start + GRAM);
    for (const { start } of prints[at]) if (hashes[start] !== undefined) left.fill(0, start, start + GRAM);
    const total = weightOf(hashes, 0, kinds.length, weight);
    const own = left.reduce((sum, each) => sum - each, kinds.length);
    return {
      codes: kinds.map((kind, i) => {
        if (left[i]) return next--;
        const known = codes.get(kind);
        if (known !== undefined) return known;
        codes.set(kind, codes.size);
        return codes.size - 1;
      }),
      hashes,
      weight: total,
      counted: own < MIN_OWN_TOKENS && own > 0 ? (total * MIN_OWN_TOKENS) / own : total,
    };
  });
}

/**
 * Returns the weight of consecutive tokens. Each token has the weight of the heaviest fingerprint that contains the
 * token and is within the range.
 */
function weightOf(
  hashes: readonly (number | undefined)[],
  start: number,
  length: number,
  weight: (hash: number) => number,
): number {
  const each = new Float64Array(length);
  for (let i = 0; i + GRAM <= length; i++) {
    const hash = hashes[start + i];
    if (hash === undefined) continue;
    const value = weight(hash);
    for (let k = i; k < i + GRAM; k++) if (each[k] < value) each[k] = value;
  }
  return each.reduce((sum, value) => sum + value, 0);
}

function comparedPair(left: number, right: number, programs: readonly Program[], { weight }: Fingerprints): Pair {
  const [a, b] = [programs[left], programs[right]];
  const parts = commonTiles(a.codes, b.codes, GRAM).map((tile): Part => {
    const found = weightOf(a.hashes, tile.left, tile.length, weight);
    return { ...tile, rare: found / tile.length };
  });
  const found = parts.reduce((sum, part) => sum + part.rare * part.length, 0);
  const leftCovered = a.weight > 0 ? found / a.weight : 0;
  const rightCovered = b.weight > 0 ? found / b.weight : 0;
  return {
    left,
    right,
    similarity: similarityOf(found, a.counted, b.counted),
    leftCovered,
    rightCovered,
    longest: parts.reduce((most, part) => Math.max(most, part.length), 0),
    common: parts.reduce((sum, part) => sum + part.length, 0),
    parts,
  };
}
