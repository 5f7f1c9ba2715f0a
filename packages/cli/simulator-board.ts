import { existsSync } from 'node:fs';
import type { AnyGame } from '@ludus/game/game.ts';
import { boardFile, boardNames, loadBoard } from './boards.ts';
import { UsageError } from './exit.ts';

/**
 * The board of a simulator: one that comes with the game, by its name; a file; or `seed:NUMBER`, which is made by a game that makes its
 * own boards. Without a name the game's first choice.
 */
// biome-ignore lint/suspicious/noExplicitAny: the board of `game`
export function simulatorBoard(game: AnyGame, name?: string): any {
  if (game.generateBoard) {
    const asked = name ?? 'seed:1';
    if (asked.startsWith('seed:')) return game.generateBoard(boardSeed(asked));
    if (!existsSync(asked)) throw new UsageError(`there is no board ${asked}; give a file, or seed:NUMBER`);
    return ownBoard(game, asked);
  }
  const asked = name ?? 'default';
  const known = boardNames(game.id);
  if (known.includes(asked)) return ownBoard(game, boardFile(game.id, asked));
  if (!existsSync(asked)) throw new UsageError(`there is no board ${asked}; known are ${known.join(', ')}`);
  return ownBoard(game, asked);
}

function boardSeed(asked: string): number {
  const seed = Number(asked.slice('seed:'.length));
  if (!/^seed:-?\d+$/.test(asked) || (seed | 0) !== seed)
    throw new UsageError(`expected seed: and a signed 32-bit whole number for a board, found ${asked}`);
  return seed;
}

function ownBoard(game: AnyGame, file: string): unknown {
  const loaded = loadBoard(file);
  if (loaded.game.id !== game.id) throw new UsageError(`${file} is a board of ${loaded.game.title}`);
  return loaded.board;
}
