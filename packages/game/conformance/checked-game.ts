import type { AnyGame } from '../game.ts';
import { ConformanceError, type Place } from './failure.ts';
import { ImpurityError } from './without-chance.ts';

/**
 * Returns the game with functions that report errors. A function that throws or returns a promise causes a failure with
 * a message. So does one that uses chance, the time, or timers, because the replaced functions throw (without-chance.ts).
 * `move.read` is unchanged, because it may throw.
 */
export function checkedGame(game: AnyGame, place: Place): AnyGame {
  const { replay, dialogue, move } = game;
  return {
    ...guardedFunctions(game, '', place),
    move: { ...guardedFunctions(move, 'move.', place), read: (text, into) => move.read(text, into) },
    replay: {
      ...guardedFunctions(replay, 'replay.', place),
      open(text) {
        const opened = calledIn(place, '`replay.open`', () => replay.open(text));
        if (!opened.ok) return opened;
        const reader = opened.value;
        return {
          ok: true,
          value: {
            board: reader.board,
            info: reader.info,
            next: (asked, state, record) =>
              calledIn(place, 'a replay’s `next`', () => reader.next(asked, state, record)),
          },
        };
      },
    },
    ...(dialogue && { dialogue: guardedFunctions(dialogue, 'dialogue.', place) }),
  };
}

/**
 * Calls a function and returns its result.
 *
 * @throws ConformanceError that names the function, if it throws or returns a promise
 */
function calledIn<T>(place: Place, name: string, call: () => T): T {
  try {
    const value = call();
    if (typeof (value as { then?: unknown } | undefined)?.then === 'function') {
      // A promise's failure is of no interest, because the function must not return it.
      if (value instanceof Promise) value.catch(() => {});
      place.fail(`${name} returned a promise, but the rules must not be asynchronous`);
    }
    return value;
  } catch (error) {
    if (error instanceof ConformanceError) throw error;
    if (error instanceof ImpurityError) place.fail(`${name}: ${error.message}`);
    return place.fail(`${name} threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`);
  }
}

function guardedFunctions<T extends object>(owner: T, prefix: string, place: Place): T {
  const entries = Object.entries(owner).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const;
    return [
      name,
      (...given: unknown[]) => calledIn(place, `\`${prefix}${name}\``, () => value.apply(owner, given)),
    ] as const;
  });
  return Object.fromEntries(entries) as T;
}
