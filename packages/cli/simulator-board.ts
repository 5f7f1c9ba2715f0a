import { existsSync } from 'node:fs';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { boardFile, loadBoard, usualBoard } from './boards.ts';
import { generatedBoard } from './generated-boards.ts';

/**
 * Returns the board of a simulator: the name of a built-in board, a file, or `generated:NUMBER` or `seed:NUMBER` for a
 * game that generates boards. Without a name, returns the default board.
 */
// biome-ignore lint/suspicious/noExplicitAny: the board of `game`
export async function simulatorBoard(game: AnyGame, name?: string): Promise<any> {
  if (name?.startsWith('seed:')) {
    if (!game.generateBoard) throw new UsageError(`${name}: ${game.title} can’t generate boards: name a board file`);
    return game.generateBoard(boardSeed(name));
  }
  if (name === undefined) return usualBoard(game, 1).board;
  const made = generatedBoard(name, [game]);
  if (made) return made.board;
  if (!existsSync(name)) return loadBoard(boardFile(game, name), [game]).board;
  const loaded = loadBoard(name, (await import('./games.ts')).GAMES);
  if (loaded.game.id !== game.id)
    throw new UsageError(`${name} is a board of ${loaded.game.title}, not of ${game.title}`);
  return loaded.board;
}

function boardSeed(name: string): number {
  const seed = Number(name.slice('seed:'.length));
  if (!/^seed:-?\d+$/.test(name) || (seed | 0) !== seed)
    throw new UsageError(`a board must be "seed:" and a whole number from -2147483648 to 2147483647, not ${name}`);
  return seed;
}
