import { HASH_START, hashText, mix } from '@ludus/kernel/hash.ts';
import type { AnyGame } from '../game.ts';
import { observed } from '../secret-randomness.ts';

/** The observations of all seats, for a game with `observe`. */
export const SEEN = '(seen)';
/** The messages to all seats in this round: the introduction before the first round, and then the question. */
export const TOLD = '(told)';
/** The simulator's planes for all seats, computed only in every fourth round, because they are large. */
export const PLANES = '(planes)';
const PLANES_EVERY = 4;

/** Computes the planes of a game's simulator as bytes, from the part of the state that a seat observes. */
export type PlanesOf = (board: unknown, seen: unknown, seat: number) => Uint8Array;

/**
 * Returns a short hash of each part of a state: its fields without the board, the observations of all seats, and the
 * messages to them. With `planesOf`, the planes of all seats are included.
 */
export function digestsOf(
  game: AnyGame,
  board: unknown,
  state: unknown,
  names: readonly string[],
  planesOf?: PlanesOf,
): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  const { dialogue } = game;
  const seen = names.map((_, seat) => observed(game, state, seat));
  if (game.observe)
    digests.set(SEEN, letter(seen.reduce<number>((hash, each) => mix(hash, game.hash(each)), HASH_START)));
  if (dialogue) {
    const texts = seen.map((each, seat) =>
      game.round(state) === 0
        ? dialogue.introduction(board, each, seat, names)
        : game.isOver(state)
          ? ''
          : dialogue.question(each, seat),
    );
    digests.set(TOLD, letter(hashText(texts.join('\0'))));
  }
  if (planesOf && game.round(state) % PLANES_EVERY === 0)
    digests.set(
      PLANES,
      letter(seen.reduce<number>((hash, each, seat) => bytesOf(planesOf(board, each, seat), hash), HASH_START)),
    );
  for (const [name, value] of Object.entries(state as object))
    if (value !== board) digests.set(name, letter(hashOf(value, HASH_START, new Set([board as object]))));
  return digests;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';

const letter = (hash: number): string => LETTERS[(hash ^ (hash >>> 9) ^ (hash >>> 18)) & 63];

function bytesOf(bytes: Uint8Array, start: number): number {
  let hash = start;
  for (const byte of bytes) hash = mix(hash, byte);
  return hash;
}

const float = new DataView(new ArrayBuffer(8));

function hashOf(value: unknown, start: number, known: Set<object>): number {
  if (typeof value === 'number') {
    float.setFloat64(0, value);
    return mix(mix(start, float.getInt32(0)), float.getInt32(4));
  }
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? start : hashText(String(value), start);
  if (known.has(value)) return start;
  known.add(value);
  const items = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : value instanceof Map || value instanceof Set || Array.isArray(value)
      ? value
      : Object.entries(value).flat();
  let hash = mix(start, 1);
  for (const each of items as Iterable<unknown>)
    hash = typeof each === 'number' && Number.isInteger(each) ? mix(hash, each) : hashOf(each, hash, known);
  return hash;
}
