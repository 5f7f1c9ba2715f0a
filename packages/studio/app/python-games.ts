import { kitOf } from '../games/kits.ts';
import { importsModule, readsMatch } from '../match/files.ts';

/** The games that a file in Python may be a player of: by the words in it, else by the SDK. `offered`: the SDK's modules, by game. */
export function pythonGames(text: string, offered: Readonly<Record<string, readonly string[]>>): readonly string[] {
  if (!readsMatch(text, Object.values(offered).flat())) return [];
  const named = Object.keys(offered).filter((game) => kitOf(game)?.words?.test(text));
  return named.length > 0
    ? named
    : Object.keys(offered).filter((game) => offered[game].some((module) => importsModule(text, module)));
}
