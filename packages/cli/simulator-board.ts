import { existsSync } from 'node:fs';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { boardFile, loadBoard, usualBoard } from './boards.ts';
import { GAMES } from './games.ts';
import { generatedBoard } from './generated-boards.ts';

/**
 * The board of a simulator: the name of a built-in board, a file, or `generated:NUMBER` or `seed:NUMBER` for a game that
 * generates boards. Without a name the usual one.
 */
// biome-ignore lint/suspicious/noExplicitAny: the board of `game`
export function simulatorBoard(game: AnyGame, name?: string): any {
  if (name?.startsWith('seed:')) {
    if (!game.generateBoard) throw new UsageError(`${game.title} makes no boards of seeds, and ${name} asks for one`);
    return game.generateBoard(boardSeed(name));
  }
  if (name === undefined) {
    const read = game.readBoard(usualBoard(game, 1).text);
    if (!read.ok) throw new Error(read.problem.message);
    return read.value;
  }
  const made = generatedBoard(name, [game]);
  if (made) return made.board;
  const loaded = loadBoard(existsSync(name) ? name : boardFile(game, name), GAMES);
  if (loaded.game.id !== game.id) throw new UsageError(`${name} is a board of ${loaded.game.title}`);
  return loaded.board;
}

function boardSeed(name: string): number {
  const seed = Number(name.slice('seed:'.length));
  if (!/^seed:-?\d+$/.test(name) || (seed | 0) !== seed)
    throw new UsageError(`expected seed: and a signed 32-bit whole number for a board, found ${name}`);
  return seed;
}
