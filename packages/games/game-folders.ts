import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import { customGameKits, ownKit } from './custom-games.ts';
import type { AnyKit } from './kit.ts';
import type { NodeParts } from './node.ts';

export { engineIdentity } from './identity.ts';

export interface GameFolder {
  readonly kit: AnyKit;
  readonly folder: string;
}

const HERE = fileURLToPath(new URL('./', import.meta.url));

/**
 * The game with this name and its folder. All games are loaded only if custom games must be taken into account or if no
 * built-in game has this name.
 */
export async function gameFolder(id: string): Promise<GameFolder | undefined> {
  const file = ownKit(id);
  if (file === undefined) return (await gameFolders()).find(({ kit }) => kit.game.id === id);
  const { kit } = (await import(pathToFileURL(file).href)) as { readonly kit?: AnyKit };
  return kit && { kit, folder: dirname(file) };
}

/** The built-in games and custom games, each with its folder. */
export async function gameFolders(): Promise<GameFolder[]> {
  const { KITS } = await import('./registry.ts');
  const folders = KITS.map((kit): GameFolder => ({ kit, folder: join(HERE, kit.game.id) }));
  const elsewhere = customGameKits();
  // Custom games import Ludus modules, no matter where their files are.
  if (elsewhere.length > 0 && !IS_INSTALLED) await import('./hooks.ts');
  for (const file of elsewhere)
    folders.push({ kit: ((await import(file)) as { kit: AnyKit }).kit, folder: dirname(file) });
  return folders;
}

/** The parts of a game that use files and processes, by the game's folder; empty if the folder has no `node.ts`. */
export async function nodePartsOf(folder: string): Promise<NodeParts> {
  const file = join(folder, 'node.ts');
  if (!existsSync(file)) return {};
  const { parts = {} } = (await import(pathToFileURL(file).href)) as { readonly parts?: NodeParts };
  return parts;
}
