import { existsSync } from 'node:fs';
import { UsageError } from '@ludus/shell/exit.ts';
import { writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { boardFile, loadBoard } from '../boards.ts';
import { GAME_IDS, gameNamed, kitOf } from '../games.ts';
import { parseSeed } from '../option-values.ts';

interface NewBoardOptions {
  readonly seed: number;
  readonly like?: string;
  readonly output?: string;
}

/** `ludus new board`: the file of a board that a game makes of a seed. */
export function newBoard(command: Command): void {
  command
    .command('board')
    .description('write a board that the game makes of a seed: fair by seat, another one for each seed')
    .argument('<game>', GAME_IDS)
    .option('-s, --seed <seed>', 'a whole number of 32 bits', parseSeed, 1)
    .option('--like <board>', 'with the sizes and settings of this board: one that comes with the game, or a file')
    .option('-o, --output <file>', 'where to; without it, standard output')
    .addHelpText(
      'after',
      '\nWherever a board is named, generated:GAME:SEED is this board without --like.\n\nExample:\n  ludus new board madmax --seed 7 -o mine.cnf',
    )
    .action(run);
}

function run(id: string, { seed, like, output }: NewBoardOptions): void {
  const game = gameNamed(id);
  if (!game.generateBoard) throw new UsageError(`${game.title} makes no boards of seeds`);
  const board = like === undefined ? game.generateBoard(seed) : boardLike(id, like, seed);
  const text = game.printBoard(board);
  if (output === undefined) process.stdout.write(text);
  else writeComplete(output, text);
}

function boardLike(id: string, named: string, seed: number): unknown {
  const game = gameNamed(id);
  const { simulator } = kitOf(game);
  if (!simulator?.like) throw new UsageError(`${game.title} makes no boards like another one`);
  const { board } = loadBoard(existsSync(named) ? named : boardFile(game, named), [game]);
  try {
    return simulator.like(board, seed);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${named}: ${error.message}`);
    throw error;
  }
}
