import { PlayerFault } from '@ludus/game/player-runner.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import type { CommandTools } from '../../node.ts';
import { DEFAULT_HOST, DEFAULT_PORT, describeOptions, readOptions } from '../arena/options.ts';
import { ArenaUnreachableError, playMobClient } from '../arena/socket/client.ts';

/** How long a player that starts before its arena keeps trying to connect, in milliseconds. */
const PATIENCE_MS = 10_000;

interface PlayerOptions {
  port: number;
  host: string;
  name?: string;
  seed: number;
  list: boolean;
  help: boolean;
}

const OPTIONS = [
  {
    name: '-port',
    value: '<port>',
    help: `port of the arena, 1 to 65535 (${DEFAULT_PORT})`,
    set(options: PlayerOptions, value: string): string | undefined {
      options.port = Number(value);
      return /^\d+$/.test(value) && options.port >= 1 && options.port <= 65535
        ? undefined
        : 'a whole number from 1 to 65535';
    },
  },
  {
    name: '-host',
    value: '<address>',
    help: `host of the arena (${DEFAULT_HOST})`,
    set(options: PlayerOptions, value: string): string | undefined {
      options.host = value;
      return value === '' ? 'an address or the name of a machine' : undefined;
    },
  },
  {
    name: '-name',
    value: '<name>',
    help: 'name of the bot in the arena (default: the bot’s own name)',
    set(options: PlayerOptions, value: string): string | undefined {
      options.name = value;
      return /^[!-~]([ -~]{0,30}[!-~])?$/.test(value) ? undefined : '1 to 32 printable ASCII characters';
    },
  },
  {
    name: '-seed',
    value: '<seed>',
    help: 'seed of the bot’s random numbers, -2147483648 to 2147483647; random if left out',
    set(options: PlayerOptions, value: string): string | undefined {
      options.seed = Number(value);
      return /^-?\d+$/.test(value) && options.seed === (options.seed | 0)
        ? undefined
        : 'a whole number from -2147483648 to 2147483647';
    },
  },
  {
    name: '-list',
    help: 'list of the built-in bots',
    set(options: PlayerOptions): undefined {
      options.list = true;
    },
  },
  {
    name: '--help',
    help: 'this help',
    set(options: PlayerOptions): undefined {
      options.help = true;
    },
  },
];

const HELP = `Usage: ludus player <player> [options]

Connect a bot to an arena of Angry Mob over TCP and play one game.
At the end, prints the bot's result: won, lost, draw, or ended (by the arena, for a fault),
the reason, and the number of turns.

Options:
${describeOptions(OPTIONS)}
Example:
  ludus player angrymob/GravityGoers -port ${DEFAULT_PORT}
`;

/** `ludus player`: its options have one dash, like the arena's options. */
export function player(program: Command, tools: CommandTools): void {
  program
    .command('player')
    .description('Connect a bot to an arena of Angry Mob')
    .argument('[options...]', 'bot, and options with one dash: see ludus player --help')
    .allowUnknownOption()
    .helpOption(false)
    .configureHelp({ formatHelp: () => HELP })
    .action((_: string[], __: unknown, command: Command) => run(command.args, tools));
}

async function run(args: readonly string[], tools: CommandTools): Promise<void> {
  const options: PlayerOptions = {
    port: DEFAULT_PORT,
    host: DEFAULT_HOST,
    seed: Math.floor(Math.random() * 2 ** 31),
    list: false,
    help: false,
  };
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && (index === 0 || !takesValue(args[index - 1])));
  readOptions(
    OPTIONS,
    options,
    args.filter((_, index) => index !== at),
  );
  if (options.help) process.stdout.write(HELP);
  else if (options.list) {
    const players = await tools.listPlayers();
    process.stdout.write(players.map(({ name, summary }) => `angrymob/${name}\t${summary}\n`).join(''));
  } else if (at < 0) throw new UsageError('the bot is missing: name one, such as ludus player angrymob/CamperJoe');
  else await playOnce(await tools.findPlayer(args[at].replace(/^angrymob\//, '')), options);
}

const takesValue = (name: string): boolean => OPTIONS.some((option) => option.name === name && 'value' in option);

async function playOnce(source: PlayerSource, options: PlayerOptions): Promise<void> {
  const name = options.name ?? source.name;
  const runner = await source.open();
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  try {
    const { host, seed } = options;
    const { state, illegal } = await playMobClient(runner, {
      host,
      port: options.port,
      name,
      seed,
      patienceMs: PATIENCE_MS,
      signal: interrupt.signal,
    });
    if (illegal !== undefined)
      process.stderr.write(`player: ${name}: the move of turn ${state.turn + 1} was illegal: ${illegal}\n`);
    const outcome = state.reason === undefined ? 'ended' : (['draw', 'won', 'lost'][state.winner + 1] ?? 'draw');
    process.stdout.write(`${outcome}\t${state.reason ?? '-'}\t${state.turn}\n`);
  } catch (error) {
    if (!(error instanceof ArenaUnreachableError || error instanceof PlayerFault)) throw error;
    process.stderr.write(`player: ${name}: ${error.message}\n`);
    process.exitCode = EXIT_NEGATIVE;
  }
}
