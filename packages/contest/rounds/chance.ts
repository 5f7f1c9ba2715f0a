import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FrozenEntrant, RoundTerms } from './terms.ts';

/**
 * The source of all chance in a round: a 256-bit secret. The secret's hash (the commitment) is published before the
 * deadline, and the secret itself after the last match. The secret is combined with data unknown before the deadline:
 * the hash of the terms and of all frozen submissions. To compute each number with other tools, see docs/formats.md.
 */
export interface Chance {
  /** The secret: 64 hexadecimal digits. */
  readonly secret: string;
  /** The result of `frozenHash`: 64 hexadecimal digits. */
  readonly frozen: string;
}

const sha256Of = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** Returns the SHA-256 of a text as UTF-8, in hexadecimal digits. */
export const sha256OfText = (text: string): string => sha256Of(utf8ToBytes(text));

/** Returns the commitment to a secret: the SHA-256 of its 32 bytes. */
export const commitmentOf = (secret: string): string => sha256Of(hexToBytes(secret));

/** Returns a value as canonical JSON: without spaces, with keys sorted by code units, and without undefined values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/**
 * Returns the hash of the inputs of a round's keys other than the secret: the round's terms, and all participants in
 * order.
 */
export function frozenHash(terms: RoundTerms, entrants: readonly FrozenEntrant[]): string {
  return sha256OfText(['ludus round 1', canonical(terms), ...entrants.map(canonical), ''].join('\n'));
}

const drawn = ({ secret, frozen }: Chance, what: string): string =>
  bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(`${frozen} ${what}`)));

/**
 * Returns a match's key (64 hexadecimal digits), from which the board and the players' random number generators draw.
 */
export const matchKey = (chance: Chance, match: number): string => drawn(chance, `match ${match}`);

/** Returns the seed for a match's key: 0 to 2³¹−1. The key can't be computed from the seed. */
export function seedOf(key: string): number {
  return Number.parseInt(sha256Of(hexToBytes(key)).slice(0, 8), 16) & 0x7fffffff;
}

/** Returns a number from 0 to 2³⁰−1 that decides the remaining choices in a stage's tables. */
export const tableSeed = (chance: Chance, what: string): number =>
  Number.parseInt(drawn(chance, `tables ${what}`).slice(0, 8), 16) >>> 2;

/** Returns the entrants in an order drawn from the secret. `draw`: a name that no other draw in the round has. */
export function drawnOrder(chance: Chance, draw: string, entrants: readonly number[]): number[] {
  const lots = new Map(entrants.map((entrant) => [entrant, drawn(chance, `draw ${draw} ${entrant}`)]));
  return [...entrants].sort((a, b) => (lots.get(a)! < lots.get(b)! ? -1 : 1));
}
