import { existsSync } from 'node:fs';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { boardFile, loadBoard } from '../boards.ts';
import { GAME_IDS, gameNamed, kitOf } from '../games.ts';
import { gameText, parseSeed } from '../option-values.ts';

interface NewBoardOptions {
  readonly seed: number;
  readonly like?: string;
  readonly output?: string;
}

/** `ludus new board`: writes the file of a board that a game generates from a seed. */
export function newBoard(command: Command): void {
  command
    .command('board')
    .description('Write the board that a game generates from a seed')
    .argument('<game>', gameText(GAME_IDS))
    .option('-s, --seed <seed>', 'seed of the board, -2147483648 to 2147483647', parseSeed, 1)
    .option('--like <board>', 'board name or file whose size and settings to use')
    .option('-o, --output <file>', 'file for the board (default: standard output)')
    .addHelpText(
      'after',
      '\nGenerated boards are fair to every seat. Without --like, generated:GAME:SEED names the same board in other commands.\n\nExample:\n  ludus new board madmax --seed 7 -o mine.cnf',
    )
    .action(run);
}

function run(id: string, { seed, like, output }: NewBoardOptions): void {
  if (output !== undefined) checkWritable(output);
  const game = gameNamed(id);
  if (!game.generateBoard)
    throw new UsageError(`${game.title} can’t generate boards: choose a file or a board that comes with the game`);
  const board = like === undefined ? game.generateBoard(seed) : boardLike(id, like, seed);
  const text = game.printBoard(board);
  if (output === undefined) process.stdout.write(text);
  else writeComplete(output, text);
}

function boardLike(id: string, named: string, seed: number): unknown {
  const game = gameNamed(id);
  const { simulator } = kitOf(game);
  if (!simulator?.like)
    throw new UsageError(`${game.title} can’t generate boards that are similar to another board: omit --like`);
  const { board } = loadBoard(existsSync(named) ? named : boardFile(game, named), [game]);
  try {
    return simulator.like(board, seed);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${named}: ${error.message}`);
    throw error;
  }
}
