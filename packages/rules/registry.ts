import { angrymob } from './angrymob/game.ts';
import type { AnyGame } from './game.ts';

/** Every game that Ludus knows; a new game adds its line here. */
export const GAMES: readonly AnyGame[] = [angrymob];
