import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { CppGame } from '@ludus/runtime/compile.ts';
import { type GameParts, type GuestModules, guestFor, type ModuleHost } from '@ludus/runtime/parts.ts';
import type { BudgetChoice, OpenContext, ResolveContext } from '@ludus/runtime/resolve.ts';
import type { NodeParts } from 'ludus/kit.ts';
import { sayCompiling } from './compile-progress.ts';
import { forEachGame, importGameFile } from './game-files.ts';
import { GAMES_FOLDER, HOOKS } from './games-folder.ts';
import { folderOf, isLoaded, kitOf } from './kits.ts';

/** Returns the context in which a command opens players, with all parts of their game. */
export async function contextOf<B extends BudgetChoice>(
  game: AnyGame,
  options: Omit<OpenContext, 'game' | 'budget' | keyof GameParts> & { readonly budget: B },
): Promise<Omit<ResolveContext, 'budget'> & { readonly budget: B }> {
  // A caller that has only the rules doesn't know the game's other files.
  if (!isLoaded(game.id)) await import('./games.ts');
  const { players, api, image } = kitOf(game);
  const { libraries, cpp, follow, guest } = await nodePartsOf(game);
  return {
    onCompile: sayCompiling,
    ...options,
    game,
    players,
    api,
    image,
    modules: modulesOf(game, follow),
    guest: guestFor(game, { image, guest, follow }),
    cpp: cpp && { id: game.id, title: game.title, sdk: cpp },
    others: async () => (await cppGames()).filter(({ id }) => id !== game.id),
    libraries,
  };
}

/** Returns the games whose C++ players are compiled against the game's headers. */
export async function cppGames(): Promise<CppGame[]> {
  const { GAMES } = await import('./games.ts');
  const found: CppGame[] = [];
  await forEachGame(GAMES, async (game) => {
    const { cpp } = await nodePartsOf(game);
    if (cpp) found.push({ id: game.id, title: game.title, sdk: cpp });
  });
  return found;
}

/** Returns the modules that run players in TypeScript in a separate engine, by game. */
export async function guestsOf(games: readonly AnyGame[]): Promise<Record<string, GuestModules>> {
  const guests: Record<string, GuestModules> = {};
  await forEachGame(games, async (game) => {
    const { guest } = await contextOf(game, { budget: 'fuel', folder: process.cwd() });
    if (guest) guests[game.id] = guest;
  });
  return guests;
}

/**
 * Returns the folders of the Python SDK, by game. Includes only the games in which Python players can play under fuel.
 */
export async function pythonsOf(games: readonly AnyGame[]): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  await forEachGame(games, async (game) => {
    const { libraries } = await nodePartsOf(game);
    if (game.dialogue) found[game.id] = libraries?.python ?? [];
  });
  return found;
}

/**
 * Returns the parts of a game that use files and processes: `parts` in its `node.ts`; empty if its folder has no
 * `node.ts`.
 */
export async function nodePartsOf(game: AnyGame): Promise<NodeParts> {
  const file = join(folderOf(game), 'node.ts');
  if (!existsSync(file)) return {};
  const { parts = {} } = await importGameFile<{ readonly parts?: NodeParts }>(file);
  return parts;
}

function modulesOf(game: AnyGame, follow: string | undefined): ModuleHost {
  const folder = folderOf(game);
  const isOurs = folder.startsWith(GAMES_FOLDER);
  return {
    hooks: HOOKS,
    follow,
    needs: isOurs ? [] : [folder],
    environment: isOurs ? {} : { LUDUS_GAMES: join(folder, 'kit.ts') },
  };
}
