import { SharedMemory } from '@ludus/env/memory.ts';
import { observables } from '@ludus/env/observer.ts';
import { servePipe } from '@ludus/env/pipe.ts';
import type { Seating } from '@ludus/env/seated-players.ts';
import type { AnySimulator } from '@ludus/env/simulator.ts';
import { VectorEnv } from '@ludus/env/vector.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { why } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { gameNamed, KITS, kitOf } from '../games.ts';
import { INK } from '../ink.ts';
import { simulatorBoard } from '../simulator-board.ts';

interface EnvOptions {
  readonly list?: boolean;
  readonly board?: string;
  readonly size: string;
  readonly seats: string;
  readonly observe: string;
  readonly universe?: boolean;
  readonly illegal: string;
  readonly memory?: string;
  readonly players?: string;
}

/** More would not fit into the memory of most machines: a match takes some ten thousand bytes. */
const MOST_MATCHES = 100_000;

/** The games that can be stepped as arrays. */
const SIMULATED = KITS.filter(({ simulator }) => simulator !== undefined).map(({ game }) => game);

/** `ludus env`: the researchers' simulator over standard input and output; packages/env/python starts it. */
export function env(program: Command): void {
  program
    .command('env')
    .description('serve a simulator of many matches over standard input and output (docs/research.md)')
    .argument('[game]', SIMULATED.map(({ id }) => id).join(', '))
    .option('-l, --list', 'name the games that have a simulator, a line each')
    .option(
      '-b, --board <board>',
      'a board that comes with the game, a file, or seed:NUMBER where the game makes boards',
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
      'players of the game, by seat: 1=NAME,2=NAME; *=NAME is every other seat, 0= acts by actions',
    )
    .option('--illegal <what>', 'what the rules would not carry out is ignored or refused', 'ignore')
    .option('--memory <file>', 'an empty file in memory that observations are written to instead of the pipe')
    .option('--universe', 'planes show everything, not only the window')
    .addHelpText('after', '\nExample:\n  ludus env madmax --board maze1 --size 64')
    .action(run);
}

function run(id: string | undefined, options: EnvOptions): void {
  const ids = SIMULATED.map((each) => each.id);
  if (options.list) {
    process.stdout.write(`${ids.join('\n')}\n`);
    return;
  }
  if (id === undefined) throw new UsageError(`say which game: ${ids.join(', ')}`);
  const game = gameNamed(id, SIMULATED);
  const { drawText, simulator } = kitOf(game);
  if (!simulator) throw new Error(`${id} has no simulator`);
  const size = Number(options.size);
  if (!Number.isInteger(size) || size < 1 || size > MOST_MATCHES)
    throw new UsageError(`--size must be a whole number, 1 … ${MOST_MATCHES}, not ${options.size}`);
  const { illegal, memory } = options;
  if (illegal !== 'ignore' && illegal !== 'refuse')
    throw new UsageError(`--illegal must be ignore or refuse, not ${illegal}`);
  const board = simulatorBoard(game, options.board);
  const players = options.players === undefined ? [] : readPlayers(options.players, game, game.seatsOf(board));
  const vector = new VectorEnv(game, simulator, board, size, { illegal, players });
  const seats = readSeats(options.seats, vector.seats);
  const names = Array.from({ length: vector.seats }, (_, seat) => `player_${seat}`);
  servePipe(vector, {
    observe: { seats, observe: readParts(options.observe, simulator), all: options.universe ?? false },
    ...(memory === undefined ? {} : { memory: (actions, observation) => openMemory(memory, actions, observation) }),
    ...(drawText ? { draw: (state) => drawText(state, names, INK) } : {}),
  });
}

function openMemory(path: string, actions: number, observation: number): SharedMemory {
  try {
    return new SharedMemory(path, actions, observation);
  } catch (error) {
    throw new UsageError(`--memory ${path}: ${why(error)}`);
  }
}

function readParts(text: string, simulator: AnySimulator): string[] {
  const known = observables(simulator);
  const tables = simulator.tables.map(({ name }) => name);
  return text
    .split(',')
    .filter((name) => name !== '')
    .flatMap((name) => {
      if (name === 'tables') return tables;
      if (!known.includes(name))
        throw new UsageError(
          `there is nothing to observe that is called ${name}; known are tables, ${known.join(', ')}`,
        );
      return [name];
    });
}

/** `0=,*=Demo`: who sits where; no name for a seat that acts by actions, which those do that are not named; `*` is every other seat. */
function readPlayers(text: string, game: AnyGame, seats: number): Seating {
  const named = new Map<string, string>();
  for (const entry of text.split(',')) {
    const [, seat, name] = /^(\d+|\*)=(.*)$/.exec(entry) ?? [];
    if (seat === undefined || (seat !== '*' && Number(seat) >= seats) || named.has(seat))
      throw new UsageError(`--players must be SEAT=NAME with commas between, seats 0 … ${seats - 1} or *, not ${text}`);
    named.set(seat, name);
  }
  return Array.from({ length: seats }, (_, seat) => {
    const name = named.get(String(seat)) ?? named.get('*') ?? '';
    if (name === '') return undefined;
    const { players } = kitOf(game);
    const player = players.find((each) => each.name === name);
    const known = players.map((each) => each.name).join(', ');
    if (!player) throw new UsageError(`${game.title} has no player ${name}; known are ${known}`);
    return () => player.open();
  });
}

function readSeats(text: string, most: number): number[] {
  if (text === 'all') return Array.from({ length: most }, (_, seat) => seat);
  const seats = text.split(',').map((word) => (/^\d+$/.test(word) ? Number(word) : -1));
  const wrong = seats.some((seat) => seat < 0 || seat >= most) || new Set(seats).size < seats.length;
  if (wrong) throw new UsageError(`--seats must be all, or some of 0 … ${most - 1} with commas between, not ${text}`);
  return seats;
}
