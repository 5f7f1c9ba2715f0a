import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Custom games: the absolute paths of the `kit.ts` files in LUDUS_GAMES, separated by the system's path separator (`:`,
 * or `;` on Windows).
 */
export function customGameKits(): string[] {
  const named = (process.env.LUDUS_GAMES ?? '').split(delimiter).filter((path) => path !== '');
  return named.map((path) => resolve(path));
}

const HERE = fileURLToPath(new URL('./', import.meta.url));

/**
 * The `kit.ts` of a built-in game, so that it can be loaded without the other games. Undefined if there is no such
 * game, or if custom games must be taken into account.
 */
export function ownKit(id: string): string | undefined {
  const folder = join(HERE, id);
  const isGame = /^[a-z]+$/.test(id) && existsSync(join(folder, 'node.ts'));
  return isGame && customGameKits().length === 0 ? join(folder, 'kit.ts') : undefined;
}
