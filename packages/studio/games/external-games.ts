import type { AnyKit } from 'ludus/kit.ts';

/**
 * Games developed outside this repository, without their views. This list is empty in the source files. If LUDUS_GAMES
 * names games, the build inserts these games (`server/games-elsewhere.ts`).
 */
export const kits: readonly AnyKit[] = [];
/** The libraries of these games, by the name that players import: `ludus/ID`. */
export const modules: Readonly<Record<string, object>> = {};
/** The text of boards and samples, by path in the folder of all games: `trails/boards/cross.txt`. */
export const files: Readonly<Record<string, string>> = {};
