import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { IS_INSTALLED } from '@ludus/shell/installed.ts';
import { customGameKits } from './custom-games.ts';
import type { AnyKit } from './kit.ts';
import type { NodeParts } from './node.ts';
import { KITS } from './registry.ts';

export interface GameFolder {
  readonly kit: AnyKit;
  readonly folder: string;
}

/** The games that come with Ludus, and custom games, each with its folder. */
export async function gameFolders(): Promise<GameFolder[]> {
  const here = fileURLToPath(new URL('./', import.meta.url));
  const folders = KITS.map((kit): GameFolder => ({ kit, folder: join(here, kit.game.id) }));
  const elsewhere = customGameKits();
  // Their files import what comes with Ludus, wherever they are.
  if (elsewhere.length > 0 && !IS_INSTALLED) await import('./hooks.ts');
  for (const file of elsewhere)
    folders.push({ kit: ((await import(file)) as { kit: AnyKit }).kit, folder: dirname(file) });
  return folders;
}

/** The parts of the game in a folder for files and processes; nothing if it has no `node.ts`. */
export async function nodePartsOf(folder: string): Promise<NodeParts> {
  const file = join(folder, 'node.ts');
  if (!existsSync(file)) return {};
  const { parts = {} } = (await import(pathToFileURL(file).href)) as { readonly parts?: NodeParts };
  return parts;
}
