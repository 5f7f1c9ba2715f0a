import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the games that come with Ludus lie, one folder each. */
export const GAMES_FOLDER: string = fileURLToPath(new URL('../games/', import.meta.url));

/** Games that are being made elsewhere: LUDUS_GAMES names the `kit.ts` of one or several, with `:` between them. */
export const KITS_ELSEWHERE: readonly string[] = (process.env.LUDUS_GAMES ?? '')
  .split(':')
  .filter((path) => path !== '')
  .map((path) => resolve(path));

/** The module that lets other modules, wherever they lie, import what comes with Ludus. */
export const HOOKS: string = join(GAMES_FOLDER, 'hooks.ts');
if (KITS_ELSEWHERE.length > 0) await import(pathToFileURL(HOOKS).href);

/** The files of all games that have something for Node alone (`node.ts`). No game is loaded to find them. */
export function nodeDoors(): string[] {
  const own = readdirSync(GAMES_FOLDER).map((name) => join(GAMES_FOLDER, name));
  const folders = [...own, ...KITS_ELSEWHERE.map((kit) => dirname(kit))];
  return folders.map((folder) => join(folder, 'node.ts')).filter((file) => existsSync(file));
}
