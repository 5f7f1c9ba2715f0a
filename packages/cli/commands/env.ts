import { type MemoryUse, SharedMemory } from '@ludus/env/memory.ts';
import { type PipeOptions, servePipe } from '@ludus/env/pipe.ts';
import { InputError } from '@ludus/env/requests.ts';
import type { AnySimulator } from '@ludus/env/simulator.ts';
import { type AnyVectorEnv, VectorEnv } from '@ludus/env/vector.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { why } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { gameWith, KITS, kitOf } from '../games.ts';
import { INK } from '../ink.ts';
import { readObserved, readSeats } from '../observed.ts';
import { revisedGame, revisionOption } from '../revisions.ts';
import { type FindProgram, readPlayers } from '../seated.ts';
import { simulatorBoard } from '../simulator-board.ts';
import { checkMemory } from '../simulator-memory.ts';

interface EnvOptions {
  readonly list?: boolean;
  readonly titles?: boolean;
  readonly board?: string;
  readonly boards: string;
  readonly size: string;
  readonly seats: string;
  readonly observe: string;
  readonly universe?: boolean;
  readonly illegal: string;
  readonly memory?: string;
  readonly buffers: string;
  readonly copied?: boolean;
  readonly players?: string;
  readonly record?: boolean;
  readonly revision?: string;
}

/** More would not fit into the memory of most machines: a match takes some ten thousand bytes. */
const MOST_MATCHES = 100_000;

/** The games that can be stepped as arrays. */
const SIMULATED = KITS.filter(({ simulator }) => simulator !== undefined).map(({ game }) => game);

/** `ludus env`: the researchers' simulator over standard input and output; packages/env/python starts it. `find`: where programs can play. */
export function env(program: Command, find?: FindProgram): void {
  program
    .command('env')
    .description('serve a simulator of many matches over standard input and output (docs/research.md)')
    .argument('[game]', SIMULATED.map(({ id }) => id).join(', '))
    .option('-l, --list', 'name the games that have a simulator, a line each')
    .option('--titles', 'with --list: and their titles, behind a tab')
    .option(
      '-b, --board <board>',
      'a board that comes with the game, a file, or generated:NUMBER where the game makes boards',
    )
    .option(
      '--boards <which>',
      'same: all matches on that board; generated: each on one like it, made of the match’s seed',
      'same',
    )
    .option('-n, --size <matches>', 'matches side by side', '1')
    .option('-s, --seats <seats>', 'the seats whose views are observed: numbers with commas between, or all', '0')
    .option(
      '-o, --observe <parts>',
      'what is observed: tables by name, planes, mask, hashes, with commas between; tables are all of them',
      'tables,planes',
    )
    .option(
      '-p, --players <names>',
      'players by seat, those of the game or programs: 1=NAME,2=./bot.py; *=NAME is every other seat, 0= acts by actions',
    )
    .addOption(revisionOption())
    .option('-r, --record', 'keep the replay of each match')
    .option('--illegal <what>', 'what the rules would not carry out is ignored or refused', 'ignore')
    .option('--memory <file>', 'an empty file in memory that observations are written to instead of the pipe')
    .option('--copied', 'observations are copied into the memory, as where it cannot be mapped')
    .option('--buffers <count>', 'of the memory: 2 by turns, or 1 for whoever copies each observation at once', '2')
    .option('--universe', 'planes show everything, not only the window')
    .addHelpText('after', '\nExample:\n  ludus env madmax --board maze1 --size 64')
    .action((id: string | undefined, options: EnvOptions) => run(id, options, find));
}

async function run(id: string | undefined, options: EnvOptions, find: FindProgram | undefined): Promise<void> {
  const ids = SIMULATED.map((each) => each.id);
  if (options.list) {
    process.stdout.write(SIMULATED.map(({ id, title }) => (options.titles ? `${id}\t${title}\n` : `${id}\n`)).join(''));
    return;
  }
  if (id === undefined) throw new UsageError(`say which game: ${ids.join(', ')}`);
  const game = revisedGame(gameWith('simulator', id, SIMULATED), options.revision);
  const { drawText, simulator } = kitOf(game);
  if (!simulator) throw new Error(`${id} has no simulator`);
  const size = Number(options.size);
  if (!Number.isInteger(size) || size < 1 || size > MOST_MATCHES)
    throw new UsageError(`--size must be a whole number, 1 … ${MOST_MATCHES}, not ${options.size}`);
  const { illegal, memory } = options;
  const use = options.copied ? 'copied' : 'mapped';
  if (options.buffers !== '1' && options.buffers !== '2')
    throw new UsageError(`--buffers must be 1 or 2, not ${options.buffers}`);
  const buffers = options.buffers === '1' ? 1 : 2;
  if (illegal !== 'ignore' && illegal !== 'refuse')
    throw new UsageError(`--illegal must be ignore or refuse, not ${illegal}`);
  const board = simulatorBoard(game, options.board);
  const boards = otherBoards(options.boards, simulator, game, board);
  const players =
    options.players === undefined
      ? []
      : await readPlayers(options.players, game, { seats: game.seatsOf(board), matches: size, find });
  const { record = false } = options;
  const observe = {
    seats: readSeats(options.seats, game.seatsOf(board)),
    observe: readObserved(options.observe, simulator),
    all: options.universe ?? false,
  };
  const observed = { game, simulator, board, seats: game.seatsOf(board), units: simulator.units(board) };
  checkMemory({ ...observed, hasManyBoards: boards !== undefined }, size, observe, {
    buffers: memory === undefined ? 0 : buffers,
  });
  const vector = new VectorEnv(game, simulator, board, size, { illegal, players, record, ...(boards && { boards }) });
  const names = Array.from({ length: vector.seats }, (_, seat) => `player_${seat}`);
  await serve(vector, {
    observe,
    ...(memory === undefined
      ? {}
      : { memory: (actions, observation) => openMemory(memory, actions, observation, use, buffers) }),
    ...(drawText ? { draw: (state) => drawText(state, names, INK) } : {}),
  });
}

/** Serves until the input ends or nobody reads any more; what is wrong with either is said. */
async function serve(vector: AnyVectorEnv, options: PipeOptions): Promise<void> {
  try {
    await servePipe(vector, options);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return;
    if (error instanceof InputError) throw new UsageError(error.message);
    if (syscall === 'read' || syscall === 'write') throw new UsageError(`cannot ${syscall}: ${why(error)}`);
    throw error;
  }
}

/** How the board of each match is made; undefined where all are played on `board`. */
function otherBoards(which: string, { like }: AnySimulator, game: AnyGame, board: unknown) {
  if (which !== 'same' && which !== 'generated')
    throw new UsageError(`--boards must be same or generated, not ${which}`);
  if (which === 'same') return undefined;
  if (!like) throw new UsageError(`${game.title} makes no boards that are as large as another one`);
  try {
    like(board, 1);
  } catch (error) {
    throw new UsageError(`--boards generated: ${why(error)}`);
  }
  return (seed: number) => like(board, seed);
}

function openMemory(path: string, actions: number, observation: number, use: MemoryUse, buffers: 1 | 2): SharedMemory {
  try {
    return new SharedMemory(path, actions, observation, use, buffers);
  } catch (error) {
    throw new UsageError(`--memory ${path}: ${why(error)}`);
  }
}
