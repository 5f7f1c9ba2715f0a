import { type MemoryUse, SharedMemory } from '@ludus/env/memory.ts';
import { InputError, type PipeOptions, servePipe } from '@ludus/env/pipe.ts';
import type { AnySimulator } from '@ludus/env/simulator.ts';
import { type AnyVectorEnv, VectorEnv } from '@ludus/env/vector.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { errorReason } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { gameAlone } from '../games-for-board.ts';
import { kitOf } from '../kits.ts';
import { readObserved, readSeats } from '../observed.ts';
import { revisedGame, revisionOption } from '../revisions.ts';
import { INK } from '../say.ts';
import { type FindProgram, readPlayers } from '../seated.ts';
import { simulatorBoard } from '../simulator-board.ts';
import { checkMemory } from '../simulator-memory.ts';

interface EnvOptions {
  readonly list?: boolean;
  readonly titles?: boolean;
  readonly input?: string;
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

/** More matches wouldn't fit into the memory of most machines, because each match takes about ten kilobytes. */
const MAX_MATCHES = 100_000;

/**
 * `ludus env`: runs the researchers' simulator over standard input and output; packages/env/python starts the command.
 * `find` finds players that are programs; without `find`, only built-in players can play.
 */
export function env(program: Command, find?: FindProgram): void {
  program
    .command('env')
    .description('Serve a simulator of many matches for machine learning')
    .argument('[game]', 'game with a simulator; --list prints all of them')
    .option('-l, --list', 'only list the games that have a simulator')
    .option('--titles', 'with --list: also print each game’s title, after a tab')
    .option('-i, --input <board>', 'board name or file, or generated:SEED if the game generates boards')
    .option(
      '--boards <which>',
      'same: the board of --input for all matches; generated: a similar board for each match seed',
      'same',
    )
    .option('--size <matches>', 'number of simultaneous matches, 1 to 100000', '1')
    .option('--seats <seats>', 'observed seats: numbers separated by commas (0,2), or all', '0')
    .option(
      '--observe <parts>',
      'observed parts, separated by commas: names of tables, tables (for all), planes, mask, hashes',
      'tables,planes',
    )
    .option(
      '--players <names>',
      'bots by seat: 1=NAME,2=./bot.py; *=NAME for all other seats, 0= for a seat that your actions move',
    )
    .addOption(revisionOption())
    .option('--record', 'keep the replay of each match')
    .option('--illegal <what>', 'handling of illegal actions: ignore or refuse', 'ignore')
    .option('--memory <file>', 'empty file in memory that receives the observations, instead of the pipe')
    .option('--copied', 'copy observations into the file of --memory instead of mapping the file')
    .option(
      '--buffers <count>',
      'number of memory buffers: 2 that alternate, or 1 if you copy each observation immediately',
      '2',
    )
    .option('--universe', 'include planes of the whole board instead of the window')
    .addHelpText(
      'after',
      '\nCommunicates over standard input and output. docs/research.md describes the protocol and the Python package.\n\nExample:\n  ludus env madmax --input maze1 --size 64',
    )
    .action((id: string | undefined, options: EnvOptions) => run(id, options, find));
}

async function run(id: string | undefined, options: EnvOptions, find: FindProgram | undefined): Promise<void> {
  if (options.list) {
    const games = await simulatedGames();
    process.stdout.write(games.map(({ id, title }) => (options.titles ? `${id}\t${title}\n` : `${id}\n`)).join(''));
    return;
  }
  const game = revisedGame(await simulatedGame(id), options.revision);
  const { drawText, simulator } = kitOf(game);
  if (!simulator) throw new Error(`${id} has no simulator`);
  const size = Number(options.size);
  if (!Number.isInteger(size) || size < 1 || size > MAX_MATCHES)
    throw new UsageError(`--size must be a whole number from 1 to ${MAX_MATCHES}, not ${options.size}`);
  const { illegal, memory } = options;
  const use = options.copied ? 'copied' : 'mapped';
  if (options.buffers !== '1' && options.buffers !== '2')
    throw new UsageError(`--buffers must be 1 or 2, not ${options.buffers}`);
  const buffers = options.buffers === '1' ? 1 : 2;
  if (illegal !== 'ignore' && illegal !== 'refuse')
    throw new UsageError(`--illegal must be ignore or refuse, not ${illegal}`);
  const board = await simulatorBoard(game, options.input);
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
  const vector = new VectorEnv(game, simulator, board, size, {
    illegal,
    looking: observe.seats,
    players,
    record,
    ...(boards && { boards }),
  });
  const names = Array.from({ length: vector.seats }, (_, seat) => `player_${seat}`);
  await serve(vector, {
    observe,
    ...(memory === undefined
      ? {}
      : { memory: (actions, observation) => openMemory(memory, actions, observation, use, buffers) }),
    ...(drawText ? { draw: (state) => drawText(state, names, INK) } : {}),
  });
}

/** Returns the games that have a simulator. */
async function simulatedGames(): Promise<AnyGame[]> {
  const { KITS } = await import('../games.ts');
  return KITS.filter(({ simulator }) => simulator !== undefined).map(({ game }) => game);
}

/** Loads one game, which takes a third of the time of loading all games. */
async function simulatedGame(id: string | undefined): Promise<AnyGame> {
  const game = id === undefined ? undefined : await gameAlone(id);
  if (game && kitOf(game).simulator) return game;
  const games = await simulatedGames();
  if (id === undefined)
    throw new UsageError(`the game is missing: choose one of ${games.map((each) => each.id).join(', ')}`);
  return (await import('../games.ts')).gameWith('simulator', id, games);
}

/** Serves until the input or the output ends, and reports errors of both streams. */
async function serve(vector: AnyVectorEnv, options: PipeOptions): Promise<void> {
  try {
    await servePipe(vector, options);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return;
    if (error instanceof InputError) throw new UsageError(error.message);
    if (syscall === 'read' || syscall === 'write') throw new UsageError(`cannot ${syscall}: ${errorReason(error)}`);
    throw error;
  }
}

/** Returns a function that makes the board of each match; undefined if all matches use `board`. */
function otherBoards(which: string, { like }: AnySimulator, game: AnyGame, board: unknown) {
  if (which !== 'same' && which !== 'generated')
    throw new UsageError(`--boards must be same or generated, not ${which}`);
  if (which === 'same') return undefined;
  if (!like) throw new UsageError(`${game.title} can’t generate boards that are similar to another board`);
  try {
    like(board, 1);
  } catch (error) {
    throw new UsageError(`--boards generated: ${errorReason(error)}`);
  }
  return (seed: number) => like(board, seed);
}

function openMemory(path: string, actions: number, observation: number, use: MemoryUse, buffers: 1 | 2): SharedMemory {
  try {
    return new SharedMemory(path, actions, observation, use, buffers);
  } catch (error) {
    throw new UsageError(`--memory ${path}: ${errorReason(error)}`);
  }
}
