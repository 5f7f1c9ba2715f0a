import type { AnyGame } from '../game.ts';
import { describePair, firstDifference } from './deep-difference.ts';
import type { Place } from './failure.ts';
import { type MatchScript, playScript } from './match-script.ts';

/**
 * Checks that no round depends on the insertion order of a set or a map, unless the state's hash includes this order.
 */
export function checkOrder(game: AnyGame, script: MatchScript, place: Place): void {
  for (const { phase, state, number, asked } of playScript(game, script)) {
    if (phase === 'played') continue;
    place.round = number;
    const turned = game.clone(state);
    const path = turnRound(turned, state, '', new Set([script.board.board]));
    if (path === undefined || game.hash(turned) !== game.hash(state)) continue;
    const plain = game.clone(state);
    game.advance(plain, asked);
    game.advance(turned, asked);
    place.expect(
      game.hash(plain) === game.hash(turned),
      () =>
        `the round depends on the order in which ${path} was filled, but \`hash\` ignores that order: choose from a sorted list; with the reverse order, the first difference is in ${describePair(firstDifference(plain, turned))}`,
    );
  }
}

/**
 * Reverses the order of all sets and maps that aren't shared with the original. Returns the path of the first set or
 * map that it reversed.
 */
function turnRound(value: unknown, original: unknown, path: string, known: Set<unknown>): string | undefined {
  if (
    typeof value !== 'object' ||
    value === null ||
    value === original ||
    known.has(value) ||
    ArrayBuffer.isView(value)
  )
    return undefined;
  known.add(value);
  if (value instanceof Set || value instanceof Map) {
    const entries = value instanceof Map ? [...value] : [...value].map((each) => [each, each] as const);
    if (entries.length < 2) return undefined;
    value.clear();
    for (const [key, each] of entries.reverse())
      if (value instanceof Map) value.set(key, each);
      else value.add(key);
    return path;
  }
  let first: string | undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = turnRound(
      each,
      (original as Record<string, unknown> | undefined)?.[key],
      path === '' ? key : `${path}.${key}`,
      known,
    );
    first ??= found;
  }
  return first;
}
