import { plain } from './search-text.ts';

/**
 * Minimum likeness of two names for a suggestion, because names with a lower likeness have little in common. The
 * likeness is 1 if the words are the same, in any order and with any accents.
 */
const MIN_LIKENESS = 0.7;
/** A candidate is left out if its likeness is lower than the best candidate's likeness by at least this difference. */
const CLEARLY_LESS = 0.15;
/** The part of the likeness that is lost if one name has many more words than the other. */
const LENGTH_WEIGHT = 0.1;
/** The likeness of an initial to a word that starts with this letter. */
const INITIAL_LIKENESS = 0.8;

/** Splits a name into words for comparison. */
const wordsOf = (name: string): string[] =>
  plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the likeness of two names, 0 to 1, regardless of word order, accents, and small misspellings. */
export function nameLikeness(one: string, other: string): number {
  const [short, long] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (short.length === 0) return 0;
  const pairs = short
    .flatMap((a, i) => long.map((b, j) => ({ i, j, alike: wordLikeness(a, b) })))
    .sort((a, b) => b.alike - a.alike);
  const used = { i: new Set<number>(), j: new Set<number>() };
  let sum = 0;
  for (const { i, j, alike } of pairs) {
    if (used.i.has(i) || used.j.has(j)) continue;
    used.i.add(i);
    used.j.add(j);
    sum += alike;
  }
  return (sum / short.length) * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * short.length) / long.length);
}

function wordLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if ((a.length === 1 || b.length === 1) && a[0] === b[0]) return INITIAL_LIKENESS;
  return 1 - distance(a, b) / Math.max(a.length, b.length);
}

/** Returns the number of edits between two words: letters to change, insert, delete, or swap with the next letter. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i][j] = Math.min(changed, rows[i - 1][j] + 1, rows[i][j - 1] + 1, isSwap ? rows[i - 2][j - 2] + 1 : changed);
    }
  }
  return rows[a.length][b.length];
}

/**
 * Returns the rows that a name may mean, the likeliest first. These rows are only suggestions, since a name proves
 * nothing.
 */
export function likelyRows<Row extends { readonly name: string }>(name: string, rows: readonly Row[], most = 2): Row[] {
  const likely = rows
    .map((row) => ({ row, alike: nameLikeness(name, row.name) }))
    .filter(({ alike }) => alike >= MIN_LIKENESS)
    .sort((a, b) => b.alike - a.alike);
  return likely
    .filter(({ alike }) => alike > likely[0].alike - CLEARLY_LESS)
    .slice(0, most)
    .map(({ row }) => row);
}

/** Returns pairs of guests and rows with the same words in their names, if no other guest or row has these words. */
export function sameNames<Guest extends { readonly name: string }, Row extends { readonly name: string }>(
  guests: readonly Guest[],
  rows: readonly Row[],
): (readonly [Guest, Row])[] {
  const keyOf = ({ name }: { readonly name: string }) => wordsOf(name).sort().join(' ');
  const [byGuest, byRow] = [grouped(guests, keyOf), grouped(rows, keyOf)];
  return [...byGuest].flatMap(([key, [guest, ...others]]) => {
    const [row, ...more] = byRow.get(key) ?? [];
    return key !== '' && row !== undefined && others.length + more.length === 0 ? [[guest, row] as const] : [];
  });
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}
