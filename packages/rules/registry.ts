import { angrymob } from './angrymob/game.ts';
import type { AnyGame } from './game.ts';
import { madmax } from './madmax/game.ts';
import { starwar } from './starwar/game.ts';

/** Every game that Ludus knows; a new game adds its line here. */
export const GAMES: readonly AnyGame[] = [madmax, starwar, angrymob];
