import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { nearestWord } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { GAMES_FOLDER } from './games-folder.ts';

/** The loaded games by name: all games (games.ts), or only the game being played. */
const loaded = new Map<string, { readonly kit: AnyKit; readonly folder: string }>();

/** Registers a game that was loaded from a folder. */
export function keepKit(kit: AnyKit, folder: string): void {
  loaded.set(kit.game.id, { kit, folder });
}

export const isLoaded = (id: string): boolean => loaded.has(id);

/** Returns the game with this id. Throws a `UsageError` with a suggestion if there is none. */
export function gameAmong(id: string, among: readonly AnyGame[]): AnyGame {
  const game = among.find((each) => each.id === id);
  if (game) return game;
  const ids = among.map((each) => each.id);
  const near = nearestWord(id, ids);
  const hint = near
    ? `did you mean ${near}?`
    : `choose ${ids.join(', ')}, or name the kit.ts of a custom game in LUDUS_GAMES`;
  throw new UsageError(`unknown game ${id}; ${hint}`);
}

export function kitOf(game: AnyGame): AnyKit {
  return loaded.get(game.id)!.kit;
}

/** Returns the folder that contains all files of a game. */
export const folderOf = ({ id }: AnyGame): string => loaded.get(id)?.folder ?? join(GAMES_FOLDER, id);

/**
 * Returns the files of a game's built-in boards, by their names without file extension; empty for a game that generates
 * its boards.
 */
export const boardFiles = (game: AnyGame): ReadonlyMap<string, string> => boardsIn(folderOf(game));

/** Returns the files of a game's built-in boards by its folder, for a game that isn't loaded. */
export function boardsIn(gameFolder: string): ReadonlyMap<string, string> {
  const folder = join(gameFolder, 'boards');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  const sorted = files.map((file) => [file.replace(/\.\w+$/, ''), join(folder, file)] as const);
  return new Map(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Resolves the path of a file that a kit names. The path is relative to the folder of all games. */
export const sampleFile = (game: AnyGame, file: string): string => join(dirname(folderOf(game)), file);
