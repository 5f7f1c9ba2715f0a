import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { LONGEST_NAME } from '@ludus/game/names.ts';
import type { BoardSource, PlayerDescription, RunSetup } from '@ludus/lab/batch/plan.ts';
import { fileOfName } from '@ludus/runtime/compile/cpp-sdk.ts';
import type { OpenContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { boardFile, boardNames, loadBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { boardFiles as builtinBoards, folderOf, GAME_IDS, GAMES, gameNamed } from '../games.ts';
import { addLimitOptions, type LimitOptions, limitsOf, quickTarget, targetOption } from '../limits.ts';
import { parseBudgetChoice } from '../option-values.ts';
import { boardsFor, type SeatsWanted } from './boards-for.ts';
import { enter, hasCpp, isCounted } from './field.ts';
import { guessGame } from './guess-game.ts';

/** The options that all commands of the laboratory share. */
export interface LabOptions extends LimitOptions {
  readonly game?: string;
  readonly boards?: readonly string[];
  readonly budget: RunSetup['budget'];
  readonly target?: RunSetup['target'];
  /** A player that does not compile ends the command. */
  readonly strict?: boolean;
  readonly jobs: number;
  readonly out?: string;
  readonly fresh?: boolean;
  readonly replays?: boolean;
  readonly stall: number;
  readonly secret?: string;
}

export function labOptions(command: Command): Command {
  return addLimitOptions(command)
    .option('-g, --game <game>', `${GAME_IDS}, where neither boards nor players say it`)
    .option('--boards <boards...>', 'board files, folders of them, or names of boards that come with the game')
    .option(
      '--budget <what>',
      'what a player’s budget is counted in: each (what fits the player: fuel for WebAssembly, else processor time), cpu, fuel or none',
      parseBudgetChoice,
      'each',
    )
    .addOption(targetOption())
    .option('-j, --jobs <count>', 'matches at a time', parseCount, availableParallelism())
    .option('-o, --out <folder>', 'where the results go; the same command given again goes on there')
    .option('--fresh', 'forget what was played before and begin anew')
    .option('--replays', 'keep the replay of every match, as its moves')
    .option(
      '--secret <word>',
      'what the luck of matches under a budget is worked out from, so that a run can be repeated',
    )
    .option('--strict', 'a player that does not compile ends the command; else it only leaves the field where it can')
    .option(
      '--stall <seconds>',
      'after this long, who was waited for longest has failed in the match',
      parseCount,
      600,
    );
}

export interface LabSetup {
  readonly setup: RunSetup;
  readonly game: AnyGame;
  /** How many players each match has, on every one of the boards. */
  readonly seats: number;
}

/**
 * Reads the boards and finds the players, so that everything that can be wrong is said before the first match. `canSpare`: may the player
 * with this index leave the field when it does not compile?
 */
export async function labSetup(
  specs: readonly string[],
  options: LabOptions,
  wanted: SeatsWanted = { atLeast: 2 },
  canSpare: (index: number) => boolean = () => false,
): Promise<LabSetup> {
  const folder = process.cwd();
  const named = options.boards ?? [];
  const asked =
    options.game !== undefined
      ? gameNamed(options.game)
      : named.length === 0
        ? await guessGame(specs, folder)
        : undefined;
  const read = readBoards(named, asked);
  const { game } = read;
  const { seats, boards } = boardsFor(game, read.boards, wanted, named.length > 0);
  const limits = limitsOf(options, options.budget);
  const target = quickTarget(options.target, options.budget);
  const context = await contextOf(game, { budget: options.budget, folder, limits, target });
  const entrants = await enter(specs, context, options.strict ? () => false : canSpare);
  const entered = entrants.map(({ spec }) => spec);
  const players = entrants.map(({ name, spec }) => ({ name, spec, fingerprint: fingerprint(spec, context) }));
  const budget = options.budget === 'each' && !isCounted(entered, context) ? 'none' : options.budget;
  const isCpp = hasCpp(entered, context);
  if (isCpp && options.target === undefined && target === 'wasm')
    process.stderr.write(
      'C++ players are compiled to WebAssembly: the matches are the same, and faster; --target native is a choice\n',
    );
  return {
    game,
    seats,
    setup: {
      game: game.id,
      boards,
      players: distinctNames(players),
      budget,
      folder,
      limits,
      // Nobody else is compiled to one thing or another.
      ...(isCpp && { target }),
    },
  };
}

/** No boards named: those that come with the game, or those that it makes of the match seeds. */
function readBoards(named: readonly string[], asked: AnyGame | undefined) {
  if (named.length === 0) {
    if (!asked) throw new UsageError('say which game: with --game, or by its boards with --boards');
    const boards = boardNames(asked).map((name) => boardSource(boardFile(asked, name)));
    if (boards.length === 0 && !asked.generateBoard)
      throw new UsageError(`${asked.title} comes with no boards: say which with --boards`);
    return { game: asked, boards };
  }
  const files = named.flatMap((name) => boardFiles(name, asked));
  const games = new Set(files.map((file) => loadBoard(file, asked ? [asked] : GAMES).game));
  if (games.size > 1)
    throw new UsageError(`the boards belong to different games: ${[...games].map((game) => game.title).join(', ')}`);
  return { game: [...games][0], boards: files.map(boardSource) };
}

function boardFiles(name: string, game: AnyGame | undefined): string[] {
  if (game && boardNames(game).includes(name)) return [boardFile(game, name)];
  if (!existsSync(name)) return builtinBoardFiles(name);
  if (!statSync(name).isDirectory()) return [name];
  const files = readdirSync(name, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(name, entry.name))
    .sort();
  if (files.length === 0) throw new UsageError(`there is no board in the folder ${name}`);
  return files;
}

/** `boards/<game>` and `boards/<game>/<name>.cnf` name what comes with Ludus, wherever one is. */
function builtinBoardFiles(name: string): string[] {
  const [, id, board] = /^boards\/(\w+)\/?(?:([\w-]+)(?:\.\w+)?)?$/.exec(name) ?? [];
  const files = id === undefined ? undefined : GAMES.filter((game) => game.id === id).map(builtinBoards)[0];
  const chosen = files && (board === undefined ? [...files.values()] : [files.get(board)]);
  if (!chosen || chosen.length === 0 || chosen[0] === undefined)
    throw new UsageError(`there is no board file or folder ${name}`);
  return chosen as string[];
}

function boardSource(file: string): BoardSource {
  return { name: basename(file).replace(/\.\w+$/, ''), text: readText(file) };
}

/** A player entered twice gets a number, so that tables can tell them apart. */
function distinctNames(players: readonly PlayerDescription[]): PlayerDescription[] {
  return players.map((player, i) => {
    const before = players.slice(0, i).filter((other) => other.name === player.name).length;
    if (before === 0) return player;
    const number = `#${before + 1}`;
    return { ...player, name: `${player.name.slice(0, LONGEST_NAME - number.length)}${number}` };
  });
}

/**
 * What a player was when the run began: a hash over the files that its name mentions and those that they use; for a built-in player
 * that is its game without what only shows it.
 */
function fingerprint(spec: string, { folder, game, cpp }: OpenContext): string {
  const hash = createHash('sha256');
  const named = spec
    .replace(/^cmd:/, '')
    .split(/\s+/)
    .map((word) => (cpp && fileOfName(cpp.sdk, word, folder)) ?? resolve(folder, word))
    .filter((file) => existsSync(file) && statSync(file).isFile());
  const files = withMentioned(named.length > 0 ? named : [join(folderOf(game), 'kit.ts')]);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Larger files are no source code, and are not searched for the names of others. */
const LONGEST_SOURCE = 1 << 20;

/**
 * These files and all that are mentioned in them, whatever the language: `from './search.ts'`, `#include "grid.hh"`, `import helper`,
 * `open('weights.json')`. A word too many does no harm.
 */
function withMentioned(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    if (statSync(file).size > LONGEST_SOURCE) continue;
    const [folder, ending] = [dirname(file), extname(file)];
    for (const word of new Set(readFileSync(file, 'latin1').match(/[\w./-]+/g))) {
      if (isAbsolute(word)) continue;
      for (const name of [word, `${word}${ending}`, `${word.replaceAll('.', '/')}${ending}`]) {
        const other = join(folder, name);
        if (!found.has(other) && statSync(other, { throwIfNoEntry: false })?.isFile()) found.add(other);
      }
    }
  }
  return [...found];
}

/** `1..500`, `7`, or `1..10,50..60`: whole numbers of 32 bits, each once, in order. */
export function parseSeeds(text: string): number[] {
  const seeds = new Set<number>();
  for (const part of text.split(',')) {
    const range = /^\s*(-?\d+)(?:\.\.(-?\d+))?\s*$/.exec(part);
    const [first, last] = range ? [Number(range[1]), Number(range[2] ?? range[1])] : [Number.NaN, Number.NaN];
    if (!(first <= last) || (first | 0) !== first || (last | 0) !== last)
      throw new InvalidArgumentError('Seeds are written 1..500, or 7, or 1..10,50..60.');
    if (last - first > 10_000_000) throw new InvalidArgumentError('These are more than ten million seeds.');
    for (let seed = first; seed <= last; seed++) seeds.add(seed);
  }
  return [...seeds];
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return count;
}
