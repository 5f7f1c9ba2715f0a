import { Observer } from '@ludus/env/observer.ts';
import { servePipe } from '@ludus/env/pipe.ts';
import { VectorEnv } from '@ludus/env/vector.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { gameNamed, KITS, kitOf } from '../games.ts';
import { simulatorBoard } from '../simulator-board.ts';

interface EnvOptions {
  readonly board?: string;
  readonly size: string;
  readonly seats: string;
  readonly universe?: boolean;
}

/** The games that can be stepped as arrays. */
const SIMULATED = KITS.filter(({ simulator }) => simulator !== undefined).map(({ game }) => game);

/** `ludus env`: the researchers' simulator over standard input and output; packages/env/python/ludus_env.py starts it. */
export function env(program: Command): void {
  program
    .command('env')
    .description('serve a simulator of many matches over standard input and output (docs/research.md)')
    .argument('<game>', SIMULATED.map(({ id }) => id).join(', '))
    .option(
      '-b, --board <board>',
      'a board that comes with the game, a file, or seed:NUMBER where the game makes boards',
    )
    .option('-n, --size <matches>', 'matches side by side', '1')
    .option('-s, --seats <seats>', 'the seats whose views are observed: numbers with commas between, or all', '0')
    .option('--universe', 'planes show everything, not only the window')
    .addHelpText('after', '\nExample:\n  ludus env madmax --board maze1 --size 64')
    .action(run);
}

function run(id: string, options: EnvOptions): void {
  const game = gameNamed(id, SIMULATED);
  const simulator = kitOf(game).simulator!;
  const size = Number(options.size);
  if (!Number.isInteger(size) || size < 1)
    throw new UsageError(`--size must be a whole number above 0, not ${options.size}`);
  const vector = new VectorEnv(game, simulator, simulatorBoard(game, options.board), size);
  const seats = readSeats(options.seats, vector.seats);
  servePipe(vector, new Observer(vector, { seats, all: options.universe ?? false }));
}

function readSeats(text: string, most: number): number[] {
  if (text === 'all') return Array.from({ length: most }, (_, seat) => seat);
  const seats = text.split(',').map((word) => (/^\d+$/.test(word) ? Number(word) : -1));
  const wrong = seats.some((seat) => seat < 0 || seat >= most) || new Set(seats).size < seats.length;
  if (wrong) throw new UsageError(`--seats must be all, or some of 0 … ${most - 1} with commas between, not ${text}`);
  return seats;
}
