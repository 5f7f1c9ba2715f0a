import type { AnyKit } from 'ludus/kit.ts';

/**
 * Games developed outside this repository, without their views. Empty in the source files. If LUDUS_GAMES names games,
 * the build inserts theirs (`server/games-elsewhere.ts`).
 */
export const kits: readonly AnyKit[] = [];
/** By `ludus/ID`, the name that players import. */
export const modules: Readonly<Record<string, object>> = {};
/** By path in the folder of all games: `trails/boards/cross.txt`. */
export const files: Readonly<Record<string, string>> = {};
