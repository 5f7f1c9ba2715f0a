import { GAME_FILES, GAMES } from '../games/kits.ts';

/** A board that can be chosen. */
export interface BoardChoice {
  readonly game: string;
  /** Without its ending: `maze1`. */
  readonly name: string;
  /** Where it comes from: with the game, out of the folder that is served, drawn here, or made by the game of the form's seed. */
  readonly from: 'ludus' | 'folder' | 'browser' | 'seed';
  readonly text: string;
}

/** The boards that come with games, the usual one of a game first. */
export const BUILTIN_BOARDS: readonly BoardChoice[] = Object.entries(GAME_FILES)
  .flatMap(([path, text]) => {
    const [, game, name] = /^([^/]+)\/boards\/([^/.][^/]*?)(?:\.\w+)?$/.exec(path) ?? [];
    return game === undefined ? [] : [{ game, name, text, from: 'ludus' as const }];
  })
  .sort((a, b) => Number(b.name === 'default') - Number(a.name === 'default') || (a.name < b.name ? -1 : 1));

/** How the board is called that a game generates from a seed. */
export const OF_SEED = 'generated';

/** The board that a game makes of a seed, for games that do. */
export function seedBoard(id: string, seed: number): BoardChoice | undefined {
  const game = GAMES.find((each) => each.id === id);
  if (!game?.generateBoard) return undefined;
  return { game: id, name: OF_SEED, from: 'seed', text: game.printBoard(game.generateBoard(seed)) };
}
