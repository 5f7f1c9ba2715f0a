import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import { customGameKits } from 'ludus/custom-games.ts';

/** The folder of the built-in games, one subfolder per game. */
export const GAMES_FOLDER: string = fileURLToPath(new URL('../games/', import.meta.url));

/** The `kit.ts` files of custom games. */
export const KITS_ELSEWHERE: readonly string[] = customGameKits();

/** The module that lets modules in any folder import the modules of Ludus. */
export const HOOKS: string = join(GAMES_FOLDER, 'hooks.ts');
if (KITS_ELSEWHERE.length > 0 && !IS_INSTALLED) await import(pathToFileURL(HOOKS).href);

/**
 * Returns the folders of all games, by name. If a custom game has a built-in game's name, only the built-in game is
 * returned.
 */
export function gameFolders(): ReadonlyMap<string, string> {
  const all = [
    ...KITS_ELSEWHERE.map((kit) => dirname(kit)),
    ...readdirSync(GAMES_FOLDER).map((name) => join(GAMES_FOLDER, name)),
  ];
  return new Map(all.map((folder) => [basename(folder), folder]));
}

/** Returns the `node.ts` files of all games that have such a file. No game is loaded to find the files. */
export function nodeDoors(): string[] {
  const own = readdirSync(GAMES_FOLDER).map((name) => join(GAMES_FOLDER, name));
  const folders = [...own, ...KITS_ELSEWHERE.map((kit) => dirname(kit))];
  return folders.map((folder) => join(folder, 'node.ts')).filter((file) => existsSync(file));
}
