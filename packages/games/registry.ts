import type { AnyGame } from '@ludus/game/game.ts';
import { kit as angrymob } from './angrymob/kit.ts';
import type { AnyKit, BuiltinPlayer } from './kit.ts';
import { kit as madmax } from './madmax/kit.ts';
import { kit as starwar } from './starwar/kit.ts';

/** Every game that Ludus knows; a new game adds its line here, and nothing anywhere else. */
export const KITS: readonly AnyKit[] = [madmax, starwar, angrymob];

export const GAMES: readonly AnyGame[] = KITS.map((kit) => kit.game);

/** The kit of a game that Ludus knows. */
export function kitOf(id: string): AnyKit {
  const kit = KITS.find((each) => each.game.id === id);
  if (!kit) throw new Error(`there is no game ${id}`);
  return kit;
}

/** A player that comes with a game. */
export function builtinPlayer(id: string, name: string): BuiltinPlayer {
  const player = kitOf(id).players.find((each) => each.name === name);
  if (!player) throw new Error(`${id} has no player ${name}`);
  return player;
}
