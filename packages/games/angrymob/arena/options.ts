import { nearestWord } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { DEFAULT_LIMITS, isMapSeed } from '../rules/board.ts';

/** The default port of an arena (docs/arena.md §1). */
export const DEFAULT_PORT = 14400;
export const DEFAULT_HOST = '127.0.0.1';

export interface ArenaOptions {
  /** The map's seed; random if absent. */
  readonly seed?: bigint;
  readonly moveLimit: number;
  /** Milliseconds between two turns while a page is open. */
  readonly delay: number;
  /** Time limit of the first move, in seconds. */
  readonly timeInit: number;
  /** Time limit of every other move, in seconds. */
  readonly timeMove: number;
  /** Pixels per cell. */
  readonly size: number;
  /** Whether the user set the cell size. Otherwise, cells may grow until the map fills the page. */
  readonly sizeAsked?: true;
  readonly console: boolean;
  /** The port for players; 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** The file for the replay. */
  readonly replay?: string;
  readonly help: boolean;
}

type Draft = { -readonly [K in keyof ArenaOptions]: ArenaOptions[K] };

interface Option {
  readonly name: string;
  /** The placeholder for the option's value in the help; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  /** Sets the value in the options; returns an error as the end of the sentence `-x must be …`. */
  set(options: Draft, value: string): string | undefined;
}

/** The original arena's options, then the options that Ludus adds (docs/arena.md §1). */
export const ARENA_OPTIONS: readonly Option[] = [
  {
    name: '-seed',
    value: '<seed>',
    help: 'seed of the map, a 64-bit whole number; random if absent',
    set(options, value) {
      if (!/^[+-]?\d{1,40}$/.test(value) || !isMapSeed(BigInt(value.replace(/^\+/, ''))))
        return 'a whole number from -9223372036854775808 to 9223372036854775807';
      options.seed = BigInt(value.replace(/^\+/, ''));
      return undefined;
    },
  },
  {
    name: '-moveLimit',
    value: '<turns>',
    help: `number of turns until a draw (${DEFAULT_LIMITS.moveLimit})`,
    set: (options, value) => whole(value, 1, 2147483647, (turns) => (options.moveLimit = turns)),
  },
  {
    name: '-delay',
    value: '<ms>',
    help: 'time between two turns on the page, in milliseconds (50)',
    set: (options, value) => whole(value, 0, 3_600_000, (ms) => (options.delay = ms)),
  },
  {
    name: '-timeInit',
    value: '<seconds>',
    help: `time limit of the first move, in seconds (${DEFAULT_LIMITS.timeInit})`,
    set: (options, value) => seconds(value, (limit) => (options.timeInit = limit)),
  },
  {
    name: '-timeMove',
    value: '<seconds>',
    help: `time limit of every other move, in seconds (${DEFAULT_LIMITS.timeMove})`,
    set: (options, value) => seconds(value, (limit) => (options.timeMove = limit)),
  },
  {
    name: '-size',
    value: '<pixels>',
    help: 'size of a cell on the page, in pixels; without this option, the map fills the page',
    set(options, value) {
      options.sizeAsked = true;
      return whole(value, 1, 200, (pixels) => (options.size = pixels));
    },
  },
  {
    name: '-console',
    help: 'no page: the game starts immediately and prints one line with the result',
    set(options) {
      options.console = true;
      return undefined;
    },
  },
  {
    name: '-port',
    value: '<port>',
    help: `port for the bots, 0 to 65535 (${DEFAULT_PORT}); 0: any free port, which is printed`,
    set: (options, value) => whole(value, 0, 65535, (port) => (options.port = port)),
  },
  {
    name: '-host',
    value: '<address>',
    help: `address to listen on (${DEFAULT_HOST}); 0.0.0.0 for other machines`,
    set(options, value) {
      if (!/^[\w.:%-]+$/.test(value)) return 'an address or a name of this machine';
      options.host = value;
      return undefined;
    },
  },
  {
    name: '-replay',
    value: '<file>',
    help: 'file for the replay of the game',
    set(options, value) {
      if (value === '') return 'the name of a file';
      options.replay = value;
      return undefined;
    },
  },
  {
    name: '--help',
    help: 'this help',
    set(options) {
      options.help = true;
      return undefined;
    },
  },
];

/**
 * Reads the command line. Options have one dash, and their order doesn't matter (docs/arena.md §1). Throws a UsageError
 * for invalid options.
 */
export function parseArenaOptions(args: readonly string[]): ArenaOptions {
  const options: Draft = {
    ...DEFAULT_LIMITS,
    delay: 50,
    size: 11,
    console: false,
    port: DEFAULT_PORT,
    host: DEFAULT_HOST,
    help: false,
  };
  readOptions(ARENA_OPTIONS, options, args);
  return options;
}

/**
 * Reads options that are described in the same way as the arena's options. `ludus player` also uses this function, for
 * its own options.
 */
export function readOptions<T>(
  known: readonly { name: string; value?: string; set(options: T, value: string): string | undefined }[],
  options: T,
  args: readonly string[],
): void {
  const given = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const name = args[at] === '-h' || args[at] === '-help' ? '--help' : args[at];
    const option = known.find((each) => each.name === name);
    if (option === undefined) throw new UsageError(unknownOption(name, known));
    if (given.has(name)) throw new UsageError(`${name} appears twice`);
    given.add(name);
    let value = '';
    if (option.value !== undefined) {
      at++;
      if (at === args.length) throw new UsageError(`${name} needs a value: ${name} ${option.value}`);
      value = args[at];
    }
    const wanted = option.set(options, value);
    if (wanted !== undefined) throw new UsageError(`${name} must be ${wanted}, found ${JSON.stringify(value)}`);
  }
}

function unknownOption(name: string, known: readonly { name: string }[]): string {
  if (!name.startsWith('-')) return `unknown word ${JSON.stringify(name)}; options begin with a dash`;
  const names = known.map((option) => option.name);
  const word = `-${name.replace(/^-+/, '').replace(/=.*$/, '')}`;
  const longer = names.filter((each) => word.length > 2 && each.toLowerCase().startsWith(word.toLowerCase()));
  const near = longer.length > 0 ? longer.join(' or ') : nearestWord(word, names);
  return `unknown option ${name}; ${near === undefined ? `choose ${names.join(', ')}` : `did you mean ${near}?`}`;
}

function whole(value: string, least: number, most: number, set: (value: number) => void): string | undefined {
  const number = Number(value);
  if (!/^\+?\d+$/.test(value) || number < least || number > most) return `a whole number from ${least} to ${most}`;
  set(number);
  return undefined;
}

/** Reads a positive number of seconds that a timer can wait for. */
function seconds(value: string, set: (value: number) => void): string | undefined {
  const number = Number(value);
  if (!/^\+?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value) || !(number > 0) || number > 1_000_000)
    return 'a number of seconds above 0 and at most 1000000';
  set(number);
  return undefined;
}

/** One line per option, for `--help`. */
export function describeOptions(known: readonly { name: string; value?: string; help: string }[]): string {
  const left = known.map(({ name, value }) => (value === undefined ? name : `${name} ${value}`));
  const width = Math.max(...left.map((text) => text.length));
  return known.map(({ help }, index) => `  ${left[index].padEnd(width)}  ${help}\n`).join('');
}
