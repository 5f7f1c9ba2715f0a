import type { AnyKit } from 'ludus/kit.ts';

/**
 * Games that are being made elsewhere, without their views. Empty as it stands here: where LUDUS_GAMES names games, the build puts theirs in
 * its place (`server/games-elsewhere.ts`).
 */
export const kits: readonly AnyKit[] = [];
/** By `ludus/ID`: what a player imports. */
export const modules: Readonly<Record<string, object>> = {};
/** By path from the folder of all games: `trails/boards/cross.txt`. */
export const files: Readonly<Record<string, string>> = {};
