import { GAME_FILES, GAMES } from '../games/kits.ts';

/** A board in the list of choices. */
export interface BoardChoice {
  readonly game: string;
  /** The file name without its extension: `maze1`. */
  readonly name: string;
  /** The board's origin: the game, the served folder, this browser, or the form's seed. */
  readonly from: 'ludus' | 'folder' | 'browser' | 'seed';
  readonly text: string;
}

/** The games' built-in boards, each game's default board first. */
export const BUILTIN_BOARDS: readonly BoardChoice[] = Object.entries(GAME_FILES)
  .flatMap(([path, text]) => {
    const [, game, name] = /^([^/]+)\/boards\/([^/.][^/]*?)(?:\.\w+)?$/.exec(path) ?? [];
    return game === undefined ? [] : [{ game, name, text, from: 'ludus' as const }];
  })
  .sort((a, b) => Number(b.name === 'default') - Number(a.name === 'default') || (a.name < b.name ? -1 : 1));

/** The name of a board that a game generates from a seed. */
export const OF_SEED = 'generated';

/** The board that a game generates from a seed, if the game generates boards. */
export function seedBoard(id: string, seed: number): BoardChoice | undefined {
  const game = GAMES.find((each) => each.id === id);
  if (!game?.generateBoard) return undefined;
  return { game: id, name: OF_SEED, from: 'seed', text: game.printBoard(game.generateBoard(seed)) };
}
