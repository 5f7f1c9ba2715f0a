import type { AnyGame } from '../game.ts';
import type { Place } from './failure.ts';
import { type MatchScript, playScript } from './match-script.ts';

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

const KINDS = [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array];

const isNumbers = (value: unknown): value is Numbers => KINDS.some((kind) => value instanceof kind);

/** Receives each number that an array doesn't store unchanged. */
type ReportMisfit = (where: string, given: unknown, held: number, kind: string) => void;

/**
 * Wraps an array to report each number that it cannot store unchanged, such as −1 in a `Uint8Array`, or `undefined`.
 */
function watched<T extends Numbers>(array: T, name: string, misfit: ReportMisfit): T {
  const one = new (array.constructor as new (length: number) => T)(1);
  // A 32-bit array may store a different number with the same 32 bits: the signed or unsigned equivalent of the value.
  const isSame = (value: unknown, held: number): boolean =>
    held === value ||
    (array.BYTES_PER_ELEMENT === 4 &&
      typeof value === 'number' &&
      (held | 0) === value >> 0 &&
      Number.isInteger(value) &&
      Math.abs(value) < 2 ** 32);
  const look = (value: unknown, at: unknown): void => {
    one[0] = value as number;
    if (!isSame(value, one[0])) misfit(`${name}[${at}]`, value, one[0], array.constructor.name);
  };
  const looking = {
    fill(value: number, ...range: number[]) {
      look(value, range[0] ?? 0);
      return array.fill(value, ...range);
    },
    set(source: ArrayLike<number>, offset = 0) {
      for (let at = 0; at < source.length; at++) look(source[at], at + offset);
      array.set(source, offset);
    },
  };
  return new Proxy(array, {
    get(target, key) {
      if (key === 'fill' || key === 'set') return looking[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'constructor' ? value.bind(target) : value;
    },
    set(target, key, value) {
      if (typeof key === 'string' && key in target) look(value, key);
      return Reflect.set(target, key, value, target);
    },
  });
}

/** The first number in a match that changes when an array of the state stores it: its round, and a message. */
export function misfitIn(
  game: AnyGame,
  script: MatchScript,
): { readonly round: number; readonly sentence: string } | undefined {
  for (const { phase, state, number, asked } of playScript(game, script)) {
    if (phase === 'played' || typeof state !== 'object' || state === null) continue;
    let sentence: string | undefined;
    const copy = game.clone(state) as Record<string, unknown>;
    const misfit: ReportMisfit = (where, given, held, kind) => {
      sentence ??= `\`advance\` writes ${given} to ${where}, but the ${kind} stores ${held}`;
    };
    try {
      for (const [name, value] of Object.entries(copy))
        if (isNumbers(value)) Object.defineProperty(copy, name, { value: watched(value, name, misfit) });
      game.advance(copy, asked);
    } catch {
      // Some rules don't work with a wrapped array, so their numbers can't be checked.
      return undefined;
    }
    if (sentence !== undefined) return { round: number, sentence };
  }
  return undefined;
}

/** Checks that the arrays of a state store the exact numbers that the rules write. */
export function checkArrays(game: AnyGame, script: MatchScript, place: Place): void {
  const found = misfitIn(game, script);
  if (found === undefined) return;
  place.round = found.round;
  place.fail(found.sentence);
}
