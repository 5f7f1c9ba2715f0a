import type { AnyGame } from '@ludus/game/game.ts';
import { angrymob } from './angrymob/rules/game.ts';
import { madmax } from './madmax/rules/game.ts';
import { starwar } from './starwar/rules/game.ts';

/** Every game that Ludus knows; a new game adds its line here. */
export const GAMES: readonly AnyGame[] = [madmax, starwar, angrymob];
