import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { nameFrom, numberedNames } from '@ludus/game/names.ts';
import { namedRevision } from '@ludus/game/replay.ts';
import type { Teams } from '@ludus/game/teams.ts';
import { needsNewBoards } from '@ludus/lab/duels.ts';
import type { BoardSource, PlayerDescription, RunSetup } from '@ludus/lab/results.ts';
import { fileOfName, wasmToolchain } from '@ludus/runtime/compile.ts';
import type { BudgetChoice, OpenContext, ResolveContext } from '@ludus/runtime/resolve.ts';
import { isCommand } from '@ludus/runtime/sandbox.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, makeFolder, readText } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { boardFile, boardNames, loadBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { boardFiles as builtinBoards, folderOf, GAME_IDS, GAMES, gameNamed } from '../games.ts';
import { generatedBoards } from '../generated-boards.ts';
import { addLimitOptions, budgetChoiceOption, type LimitOptions, limitsOf, targetOption } from '../limits.ts';
import { gameText, jsonOption, MAX_JOBS, wholeFrom } from '../option-values.ts';
import { revisedGame, revisionOption } from '../revisions.ts';
import { boardsFor, isMadeFor, type SeatRequirement } from './boards-for.ts';
import { canBeIsolated, enter, hasCpp, isBuiltin, isCounted, warnOfReaders } from './field.ts';
import { guessGame } from './guess-game.ts';
import { addShardOption, type ShardOptions } from './shard.ts';

/** The default parent folder of runs. */
export const RUNS_FOLDER = 'runs';

/** The options that all commands of the laboratory share. */
export interface LabOptions extends LimitOptions, ShardOptions {
  readonly game?: string;
  readonly boards?: readonly string[];
  /**
   * If no boards are named and matches on the built-in boards would repeat, the game generates a board from each seed.
   */
  readonly avoidRepeats?: boolean;
  readonly budget: RunSetup['budget'];
  readonly target?: RunSetup['target'];
  /** Ends the command if a player doesn't compile. */
  readonly strict?: boolean;
  /** The number of matches that run at the same time. */
  readonly jobs?: number;
  readonly output?: string;
  readonly json?: boolean;
  readonly fresh?: boolean;
  readonly replays?: boolean;
  readonly stall: number;
  readonly secret?: string;
  readonly revision?: string;
}

export function labOptions(command: Command): Command {
  return addRunOptions(addLimitOptions(command))
    .option('-g, --game <game>', gameText(GAME_IDS, 'the game of the boards or bots'))
    .option(
      '--boards <boards...>',
      'board files, folders, or names, or generated:GAME:1..50 (default: the game’s boards)',
    )
    .addOption(jsonOption())
    .addOption(budgetChoiceOption())
    .addOption(targetOption())
    .addOption(revisionOption())
    .option('--replays', 'store the replay of every match; compact if the game’s replays are long (see ludus expand)')
    .option('--secret <word>', 'source of the random numbers in matches with a budget, to repeat a run')
    .option('--strict', 'don’t start the run if a bot doesn’t compile (default: leave the bot out if possible)')
    .option(
      '--stall <seconds>',
      'wall-clock time in seconds until a silent bot fails in its match, 1 to 86400',
      wholeFrom(1, 86_400),
      600,
    );
}

/** Adds the options that determine how and where a run is played. */
export function addRunOptions(command: Command): Command {
  return addShardOption(command)
    .option(
      '-j, --jobs <count>',
      `number of matches at a time, 1 to ${MAX_JOBS} (default: one per core)`,
      wholeFrom(1, MAX_JOBS),
    )
    .option(
      '-o, --output <folder>',
      'folder for the results; the same command continues an unfinished run (default: in runs)',
    )
    .option('--fresh', 'delete the run’s earlier results, and play all matches again');
}

const COUNTED_IN_FUEL =
  'which takes less time, and their budget is counted in fuel, so a bot that reads its budget may play differently from native code';

export interface LabSetup {
  readonly setup: RunSetup;
  /** By index of the players: the player's name in a match, which may differ from the name in tables. */
  readonly names: readonly string[];
  readonly game: AnyGame;
  /** The number of players in each match, which is the same on all boards: one per seat, or one per team. */
  readonly seats: number;
  /** The teams, which are the same on all boards; undefined if there are none. */
  readonly teams: Teams | undefined;
}

/**
 * Reads the boards and finds the players, so that all errors are reported before the first match. `canSpare`: whether
 * the player with this index may leave the field if it doesn't compile. `titles`: by index, the name to show instead of
 * the player's own name.
 */
export async function labSetup(
  specs: readonly string[],
  options: LabOptions,
  wanted: SeatRequirement = { atLeast: 2 },
  canSpare: (index: number) => boolean = () => false,
  titles: readonly (string | undefined)[] = [],
): Promise<LabSetup> {
  // Checked first, so that nothing is compiled for a run whose results can't be written.
  if (options.output !== undefined) makeFolder(options.output);
  else checkWritable(join(existsSync(RUNS_FOLDER) ? RUNS_FOLDER : '.', 'run'));
  const folder = process.cwd();
  const named = options.boards ?? [];
  const asked =
    options.game !== undefined
      ? gameNamed(options.game)
      : named.length === 0 || named.some(isMereName)
        ? await guessGame(specs, folder)
        : undefined;
  const missing = asked === undefined ? specs.find((spec) => isMissingFile(spec, folder)) : undefined;
  if (missing !== undefined) throw new UsageError(`no such file: ${missing}`);
  const read = readBoards(named, asked, options.avoidRepeats ? wanted : undefined);
  const game = revisedGame(read.game, options.revision);
  const { seats, teams, boards, others } = boardsFor(game, read.boards, wanted, named.length > 0);
  if (others.length > 0)
    process.stderr.write(
      `boards with different teams are left out: ${others.join(', ')}; to use them, name them with --boards\n`,
    );
  const limits = await limitsOf(options, options.budget);
  const target = quickTarget(options.target, options.budget);
  const context = await contextOf(game, { budget: options.budget, folder, limits, target });
  const entrants = await enter(specs, context, options.strict ? () => false : canSpare);
  const entered = entrants.map(({ spec }) => spec);
  const fingerprintOf = fingerprints(context);
  const players = entrants.map(({ name, spec, index }) => ({
    name: titles[index] ?? name,
    spec,
    fingerprint: fingerprintOf(spec),
  }));
  const budget = options.budget === 'each' && !isCounted(entered, context) ? 'none' : options.budget;
  warnOfReaders(entered, { ...context, budget });
  const isCpp = hasCpp(entered, context);
  if (isCpp && options.target === undefined && target === 'wasm' && budget !== 'fuel')
    process.stderr.write(
      `C++ bots are compiled to WebAssembly, ${budget === 'none' ? 'with the same matches in less time' : COUNTED_IN_FUEL}; use --target native to avoid that\n`,
    );
  return {
    game,
    seats,
    teams,
    names: entrants.map(({ name }) => name),
    setup: {
      game: game.id,
      ...(namedRevision(game) !== undefined && { revision: namedRevision(game) }),
      boards,
      players: distinctNames(players),
      budget,
      folder,
      limits,
      ...(canBeIsolated(entered, { ...context, budget }) && { isolated: true }),
      ...(game.observe && !entered.every((spec) => isBuiltin(spec, context)) && { hidden: true }),
      // Only C++ players have a choice of targets.
      ...(isCpp && { target }),
    },
  };
}

/**
 * Reads the named boards. If none are named, returns the game's built-in boards. Returns no boards if the game has
 * none, or if matches on them would repeat. The game then generates boards for `newFor` players from the match seeds.
 */
function readBoards(named: readonly string[], asked: AnyGame | undefined, newFor: SeatRequirement | undefined) {
  if (named.length === 0) {
    if (!asked) throw new UsageError('the game is missing: choose one with --game, or name boards with --boards');
    if (newFor && needsNewBoards(asked) && isMadeFor(asked, newFor)) return { game: asked, boards: [] };
    const boards = boardNames(asked).map((name) => fileSource(boardFile(asked, name)));
    if (boards.length === 0 && !asked.generateBoard)
      throw new UsageError(`${asked.title} comes with no boards: name boards with --boards`);
    return { game: asked, boards };
  }
  const found = named.flatMap((name) => {
    const made = generatedBoards(name, asked ? [asked] : GAMES);
    if (made) return made.map(({ game, name: title, text }) => ({ game, source: { name: title, text } }));
    return boardFiles(name, asked).map((file) => ({
      game: loadBoard(file, asked ? [asked] : GAMES).game,
      source: fileSource(file),
    }));
  });
  const games = new Set(found.map(({ game }) => game));
  if (games.size > 1)
    throw new UsageError(`the boards belong to different games: ${[...games].map((game) => game.title).join(', ')}`);
  return { game: [...games][0], boards: found.map(({ source }) => source) };
}

/**
 * Checks whether a name can only mean a game's board. Such a name is neither a local file nor the path of a file
 * that comes with Ludus.
 */
const isMereName = (board: string): boolean => /^[\w-]+$/.test(board) && !existsSync(board);

/** Checks whether a name looks like a path or a bot's file, but no such file exists. */
const isMissingFile = (spec: string, folder: string): boolean =>
  /^\S+$/.test(spec) &&
  !isCommand(spec) &&
  (/[/\\]/.test(spec) || BOT_FILE.test(spec)) &&
  !existsSync(resolve(folder, spec));
const BOT_FILE = /\.(?:cc|cpp|cxx|[cm]?[jt]s|go|java|py|rs|wasm)$/;

function boardFiles(name: string, game: AnyGame | undefined): string[] {
  if (game && boardNames(game).includes(name)) return [boardFile(game, name)];
  if (!existsSync(name)) return builtinBoardFiles(name, game !== undefined);
  if (!statSync(name).isDirectory()) return [name];
  const files = readdirSync(name, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(name, entry.name))
    .sort();
  if (files.length === 0) throw new UsageError(`no board found in the folder ${name}`);
  return files;
}

/** Lists the built-in boards that `boards/<game>` and `boards/<game>/<name>.cnf` name, from any working folder. */
function builtinBoardFiles(name: string, isGameKnown: boolean): string[] {
  const [, id, board] = /^boards\/(\w+)\/?(?:([\w-]+)(?:\.\w+)?)?$/.exec(name) ?? [];
  const files = id === undefined ? undefined : GAMES.filter((game) => game.id === id).map(builtinBoards)[0];
  const chosen = files && (board === undefined ? [...files.values()] : [files.get(board)]);
  if (!chosen || chosen.length === 0 || chosen[0] === undefined)
    throw new UsageError(
      `no such board file or folder: ${name}${isMereName(name) && !isGameKnown ? '; to use a game’s own board by name, add --game' : ''}`,
    );
  return chosen as string[];
}

function fileSource(file: string): BoardSource {
  return { name: basename(file).replace(/\.\w+$/, ''), text: readText(file) };
}

/**
 * Makes the names in tables distinct. If files in different folders have the same name, adds the folder's name:
 * `anna-Mine` and `bob-Mine`. A player that is entered twice gets a number.
 */
export function distinctNames(players: readonly PlayerDescription[]): PlayerDescription[] {
  const withFolders = players.map((player) => {
    const alike = players.filter(({ name }) => name === player.name);
    const folders = new Set(alike.map(folderName));
    if (alike.length === 1 || folders.size < alike.length || folders.has('')) return player;
    return { ...player, name: nameFrom(`${folderName(player)}-${player.name}`) };
  });
  const names = numberedNames(withFolders.map(({ name }) => name));
  return withFolders.map((player, at) => ({ ...player, name: names[at] }));
}

/** Returns the name of the folder that contains a player's file; empty if the player isn’t a file in a folder. */
const folderName = ({ spec }: PlayerDescription): string =>
  /^cmd:|\s/.test(spec) ? '' : basename(dirname(spec)).replace(/^\.+$/, '');

/**
 * Returns the versions of players at the start of the run: a hash of a player's files and the files that they use. For
 * a built-in player, the hash covers its game without the parts that only display the game.
 */
function fingerprints({ folder, game, cpp }: OpenContext): (spec: string) => string {
  const known = new Map<string, string>();
  return (spec) => {
    const named = spec
      .replace(/^cmd:/, '')
      .split(/\s+/)
      .map((word) => (cpp && fileOfName(cpp.sdk, word, folder)) ?? resolve(folder, word))
      .filter((file) => existsSync(file) && statSync(file).isFile());
    const first = named.length > 0 ? named : [join(folderOf(game), 'kit.ts')];
    const key = first.join('\n');
    const version = known.get(key) ?? hashOf(withMentioned(first));
    known.set(key, version);
    return version;
  };
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Maximum size of source code in bytes. Larger files aren't searched for names of other files. */
const MAX_SOURCE_BYTES = 1 << 20;
/** Maximum length of a file's path. Longer words aren't looked up. */
const MAX_PATH_LENGTH = 200;

/**
 * Returns these files and all files that they mention, in any language: `from './search.ts'`, `#include "grid.hh"`,
 * `import helper`, `open('weights.json')`. It does no harm if the result includes an unnecessary file.
 */
function withMentioned(files: readonly string[]): string[] {
  const found = new Set(files);
  const isFile = fileFinder();
  for (const file of found) {
    if (statSync(file).size > MAX_SOURCE_BYTES) continue;
    const [folder, ending] = [dirname(file), extname(file)];
    for (const word of new Set(readFileSync(file, 'latin1').match(/[\w./-]+/g))) {
      if (isAbsolute(word) || word.length > MAX_PATH_LENGTH) continue;
      for (const name of [word, `${word}${ending}`, `${word.replaceAll('.', '/')}${ending}`]) {
        const other = isFile(folder, name);
        if (other !== undefined) found.add(other);
      }
    }
  }
  return [...found];
}

/**
 * Returns a function that finds the path of a file by its folder and name, or undefined. It reads each folder only
 * once, because source files have thousands of words, and nearly all of them name no file.
 */
function fileFinder(): (folder: string, name: string) => string | undefined {
  const folders = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string): ReadonlySet<string> => {
    let names = folders.get(folder);
    if (!names) {
      names = namesOf(folder);
      folders.set(folder, names);
    }
    return names;
  };
  return (folder, name) => {
    if (!name.includes('/') && !namesIn(folder).has(name)) return undefined;
    const path = join(folder, name);
    if (!namesIn(dirname(path)).has(basename(path))) return undefined;
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined;
  };
}

function namesOf(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch {
    // The folder doesn't exist or can't be read.
    return new Set();
  }
}

/**
 * Returns the target to which C++ players are compiled for many matches. Matches are faster in WebAssembly, and are the
 * same as native matches unless a bot reads its budget, which WebAssembly counts in fuel.
 */
export function quickTarget(asked: ResolveContext['target'], budget: BudgetChoice): 'native' | 'wasm' {
  if (asked !== undefined) return asked;
  return budget !== 'cpu' && wasmToolchain() !== undefined ? 'wasm' : 'native';
}
