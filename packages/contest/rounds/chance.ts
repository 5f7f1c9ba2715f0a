import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FrozenEntrant, RoundTerms } from './terms.ts';

/**
 * All that is left to chance in a round comes from a secret of 256 bits. Its hash, the commitment, is published before the
 * deadline; the secret after the last match. The secret is combined with facts unknown before the deadline: the hash of the terms
 * and of all frozen submissions. To compute each number with other tools, see docs/formats.md.
 */
export interface Chance {
  /** 64 hexadecimal digits. */
  readonly secret: string;
  /** What `frozenHash` gave: 64 hexadecimal digits. */
  readonly frozen: string;
}

const sha256Of = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** SHA-256 of a text as UTF-8, in hexadecimal digits. */
export const sha256OfText = (text: string): string => sha256Of(utf8ToBytes(text));

/** The commitment to a secret: the SHA-256 of its 32 bytes. */
export const commitmentOf = (secret: string): string => sha256Of(hexToBytes(secret));

/** A value as JSON, the one way: no spaces, keys in the order of their code units, what is undefined left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** The other inputs of a round's keys: its terms and all participants, in order. */
export function frozenHash(terms: RoundTerms, entrants: readonly FrozenEntrant[]): string {
  return sha256OfText(['ludus round 1', canonical(terms), ...entrants.map(canonical), ''].join('\n'));
}

const drawn = ({ secret, frozen }: Chance, what: string): string =>
  bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(`${frozen} ${what}`)));

/** The key of a match: what its board and its players' own generators draw from (64 hexadecimal digits). */
export const matchKey = (chance: Chance, match: number): string => drawn(chance, `match ${match}`);

/** The seed that goes with a match's key: 0 … 2³¹−1. The key cannot be worked out from it. */
export function seedOf(key: string): number {
  return Number.parseInt(sha256Of(hexToBytes(key)).slice(0, 8), 16) & 0x7fffffff;
}

/** A number 0 … 2³⁰−1 that decides what arithmetic leaves open in the tables of a stage. */
export const tableSeed = (chance: Chance, what: string): number =>
  Number.parseInt(drawn(chance, `tables ${what}`).slice(0, 8), 16) >>> 2;

/** The entrants in the order that the secret draws; each draw has its own name. */
export function drawnOrder(chance: Chance, draw: string, entrants: readonly number[]): number[] {
  const lots = new Map(entrants.map((entrant) => [entrant, drawn(chance, `draw ${draw} ${entrant}`)]));
  return [...entrants].sort((a, b) => (lots.get(a)! < lots.get(b)! ? -1 : 1));
}
