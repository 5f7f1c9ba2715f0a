import { existsSync } from 'node:fs';
import { servePipe } from '@ludus/env/pipe.ts';
import { type CylinderGame, VectorEnv } from '@ludus/env/vector.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { boardFile, boardNames, loadBoard } from '../boards.ts';
import { gameNamed } from '../games.ts';

interface EnvOptions {
  readonly board: string;
  readonly size: string;
  readonly universe?: boolean;
}

/** `ludus env`: the researchers' simulator over standard input and output; sdk/python/ludus_env.py starts it. */
export function env(program: Command): void {
  program
    .command('env')
    .description('serve a simulator of many matches over standard input and output (docs/research.md)')
    .argument('<game>', 'madmax or starwar')
    .option('-b, --board <board>', 'a board that comes with the game, or a file', 'default')
    .option('-n, --size <matches>', 'matches side by side', '1')
    .option('--universe', 'planes show the whole universe, not only the window')
    .addHelpText('after', '\nExample:\n  ludus env madmax --board maze1 --size 64')
    .action(run);
}

function run(id: string, options: EnvOptions): void {
  const game = gameNamed(id);
  const size = Number(options.size);
  if (!Number.isInteger(size) || size < 1)
    throw new UsageError(`--size must be a whole number above 0, not ${options.size}`);
  const named = boardNames(game).includes(options.board);
  if (!named && !existsSync(options.board))
    throw new UsageError(`there is no board ${options.board}; known are ${boardNames(game).join(', ')}`);
  const loaded = loadBoard(named ? boardFile(game, options.board) : options.board);
  if (loaded.game.id !== id) throw new UsageError(`${options.board} is a board of ${loaded.game.title}`);
  const vector = new VectorEnv(loaded.game as CylinderGame, loaded.board, size);
  const { universeColumns, windowColumns } = vector.board.settings;
  servePipe(vector, options.universe ? universeColumns : windowColumns);
}
