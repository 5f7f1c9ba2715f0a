import { before, byGuess, candidates } from './candidates.ts';
import { type Fingerprints, fingerprints, GRAM } from './fingerprints.ts';
import { similarityOf } from './similarity.ts';
import type { Source } from './source.ts';
import { commonTiles, type Tile } from './tiles.ts';

/** Two entrants' most alike versions, the lower entrant's on the left. `left` and `right` are places in the list of sources; shares are 0 … 1. */
export interface Pair {
  readonly left: number;
  readonly right: number;
  /** See similarity.ts. */
  readonly similarity: number;
  /** How much of the one is found in the other. */
  readonly leftCovered: number;
  readonly rightCovered: number;
  /** Tokens of the longest common part, and of all common parts. */
  readonly longest: number;
  readonly common: number;
  readonly parts: readonly Part[];
}

/** A common part; `rare`: 0 … 1, 1 where hardly anybody else has it. */
export interface Part extends Tile {
  readonly rare: number;
}

/** A program with fewer tokens counts as if it had this number: two nearly empty programs are not similar. */
const LEAST_OWN = 100;

/** A fingerprint that is in a program more often is filling from then on, a table of numbers for one, and not compared. */
const MAX_REPEATED = 64;

/** examined closely at most: the most alike by their fingerprints. */
const MAX_CLOSE = 6000;

/**
 * Compares all sources, every version of every entrant with every other entrant's of the same language. `templates`: the tokens
 * of programs that everyone was given. One pair for two entrants, most alike first; those with nothing in common have none.
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

/** A source ready to be compared. */
interface Program {
  /** The tokens as numbers; its own number for each that is not compared, so that it is like no other. */
  readonly codes: readonly number[];
  /** By token: the fingerprint that begins there; undefined if it is not compared. */
  readonly hashes: readonly (number | undefined)[];
  /** Of all tokens. */
  readonly weight: number;
  /** The same, never less than it would be for `LEAST_OWN` tokens. */
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
    // A token is compared if any fingerprint that holds it is.
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
      counted: own < LEAST_OWN && own > 0 ? (total * LEAST_OWN) / own : total,
    };
  });
}

/** Of tokens in a row: each counts as much as the heaviest fingerprint that lies wholly within and holds it. */
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
