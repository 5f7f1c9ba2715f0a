import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyKit, BuiltinPlayer } from './kit.ts';
import * as kits from './kits.ts';

/** Every game that Ludus knows: the default game first, then the others by name. */
export const KITS: readonly AnyKit[] = (Object.values(kits) as AnyKit[]).toSorted(
  (one, other) => Number(other.first ?? false) - Number(one.first ?? false),
);

export const GAMES: readonly AnyGame[] = KITS.map((kit) => kit.game);

/** The kit of a game that Ludus knows. */
export function kitOf(id: string): AnyKit {
  const kit = KITS.find((each) => each.game.id === id);
  if (!kit) throw new Error(`there is no game ${id}`);
  return kit;
}

/** A built-in player of a game. */
export function builtinPlayer(id: string, name: string): BuiltinPlayer {
  const player = kitOf(id).players.find((each) => each.name === name);
  if (!player) throw new Error(`${id} has no player ${name}`);
  return player;
}
