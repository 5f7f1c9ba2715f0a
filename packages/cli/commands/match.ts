import { createHash } from 'node:crypto';
import type { AnyGame, Outcome } from '@ludus/game/game.ts';
import { drawingProblem, type PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { oneMore, type RefusedMoves, refusedInLogs, type Sidecar } from '@ludus/game/replay.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { playMatch, type Verdict } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { PlayerSource, ResolveContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, isStream } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { type LoadedBoard, loadAnyBoard, loadBoard, usualBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { KITS_ELSEWHERE } from '../games-folder.ts';
import { loadGame } from '../games-for-board.ts';
import {
  addLimitOptions,
  answerMs,
  budgetOption,
  isolateOption,
  type LimitOptions,
  limitsOf,
  targetOption,
} from '../limits.ts';
import { LogFolder } from '../log-folder.ts';
import { jsonOption, parseSeed } from '../option-values.ts';
import { mustBeBot, mustBeFile, resolveAll } from '../resolve-players.ts';
import { revisedGame, revisionOption } from '../revisions.ts';
import { info, printJson, sayFrozen, sayRefused, sayScores, sayVerdict } from '../say.ts';
import { seatNames } from '../seat-names.ts';
import { VERSION } from '../version.ts';
import type { WatchedMatch } from '../waiting.ts';
import { writeReplay } from '../write-replay.ts';

interface MatchOptions extends LimitOptions {
  readonly seed?: number;
  readonly secret?: string;
  readonly game?: string;
  readonly input?: string;
  readonly output?: string;
  readonly list?: boolean;
  readonly verbose?: boolean;
  readonly budget: ResolveContext['budget'];
  readonly logFolder?: string;
  readonly json?: boolean;
  readonly isolate?: boolean;
  readonly target?: ResolveContext['target'];
  readonly revision?: string;
}

/** `ludus match`: plays one match, like the program `Game` of the originals. */
export function match(program: Command): void {
  addLimitOptions(program.command('match'))
    .description('Play one match on a board of any game')
    .argument(
      '[players...]',
      'one bot per seat or per team: a built-in bot (Demo), a file (./mine.ts, ./mine.py), or a command (cmd:…)',
    )
    .option('-s, --seed <seed>', 'match seed, -2147483648 to 2147483647; the sign is ignored (default: 1)', parseSeed)
    .option('--secret <word>', 'source of the key for secret randomness, to repeat a match')
    .option('-i, --input <board>', 'board file or name, or generated:GAME:SEED (default: standard input)')
    .option('-g, --game <game>', 'game of the board; without -i, the game’s usual board for this number of bots')
    .option('-o, --output <replay>', 'replay file, gzipped if its name ends with .gz (default: standard output)')
    .option('-l, --list', 'only list the built-in bots of all games, or of the game that -i or --game names')
    .option('--verbose', 'print one line per round on standard error')
    .addOption(budgetOption())
    .addOption(targetOption())
    .addOption(revisionOption())
    .addOption(isolateOption())
    .option('--log-folder <folder>', 'folder for the bots’ logs, one file per seat')
    .addOption(jsonOption())
    .version(VERSION, '-v, --version', 'version number')
    .addHelpText(
      'after',
      `
The same command plays the same match. For other dice, cards, or prizes, name other seeds with -s. Under a budget, all
random numbers come from a new key each time, and -s decides only generated boards: --secret WORD repeats such a match.
In games with hidden information, they come from a key even without a budget, unless you name a seed.

With --json, standard output has one JSON object instead of the replay: game, seed, rounds, names, scores, verdicts
(seat, name, round, fault, sentence), and replay (the file of -o, if any).

Example:
  ludus match Demo Demo Demo Null -s 7 -i boards/madmax/maze1.cnf -o match.res`,
    )
    .action(run);
}

async function run(named: string[], options: MatchOptions): Promise<void> {
  if (options.list) {
    await printPlayers(options);
    return;
  }
  for (const name of named) {
    // A missing bot is easier to correct than a missing board, which the error would otherwise name.
    mustBeFile(name, process.cwd());
    await mustBeBot(name, process.cwd());
  }
  const loaded = await boardOf(options, named.length);
  const { board, file } = loaded;
  const game = revisedGame(loaded.game, options.revision);
  const names = await bySeat(named, { game, board, file });
  if (options.output !== undefined) checkWritable(options.output);
  const context = await contextOf(game, {
    budget: options.budget,
    target: options.target,
    folder: process.cwd(),
    limits: await limitsOf(options, options.budget),
  });
  // A bot that knows the seed could compute hidden information.
  const { budget, secret, seed } = options;
  const isSecret = budget !== 'none' || (game.observe !== undefined && (seed === undefined || secret !== undefined));
  if (secret !== undefined && !isSecret)
    throw new UsageError('--secret is for matches with secret randomness: without a budget, -s determines this match');
  const key = isSecret ? await keyOf(options) : undefined;
  // Prints the key's hash before anything is drawn from the key, so that no one can choose a different key afterwards.
  const sayKey = (): void => {
    if (key === undefined || secret !== undefined) return;
    if (hasKey(game)) {
      info(`secret randomness: the SHA-256 of the key is ${sha256(key)}`);
      info('the replay ends with the key: its hash shows that it was fixed before the match (docs/glossary.md)');
    }
    if (seed !== undefined)
      info(
        'with a budget, -s determines only the random numbers of a generated board: use --secret WORD to repeat a match',
      );
  };
  const played = options.isolate
    ? await apart(names, { game, board, context, key, sayKey, options })
    : await here(names, { game, board, context, key, sayKey, options });
  if (played) tell(game, played, names, options);
}

/** Returns the board from -i, --game, or standard input. */
async function boardOf(
  { input, game: named, seed = USUAL_SEED }: MatchOptions,
  players?: number,
): Promise<LoadedBoard> {
  if (named !== undefined) {
    const game = await loadGame(named);
    if (input !== undefined) return loadBoard(input, [game]);
    const { name, board } = usualBoard(game, seed, players);
    return { game, board, file: name };
  }
  if (input !== undefined) return await loadAnyBoard(input);
  if (process.stdin.isTTY) throw new UsageError(`the board is missing: ${BOARD_HINT}, or pass it on standard input`);
  return await loadAnyBoard('-', `; ${BOARD_HINT}`);
}
const BOARD_HINT = 'choose one with -i BOARD, or a game with --game GAME';

/**
 * Returns the bot of each seat. If the number of bots doesn't fit the board, the error names the board's game, and the
 * bots' game if it differs.
 */
async function bySeat(
  named: readonly string[],
  { game, board, file }: { readonly game: AnyGame; readonly board: unknown; readonly file: string },
): Promise<string[]> {
  try {
    return seatNames(game, board, named);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}: ${file} is a board of ${game.title}${await meantGame(named, game)}`);
  }
}

/**
 * Returns a text that names the game that the players are for. Returns '' if that game isn't known, or is the board's
 * game.
 */
async function meantGame(names: readonly string[], game: AnyGame): Promise<string> {
  const { guessGame } = await import('../lab/guess-game.ts');
  const meant = names.length === 0 ? undefined : await guessGame(names, process.cwd());
  return meant === undefined || meant === game ? '' : `, and ${names.join(', ')} play ${meant.title}`;
}

/** Derives the key from --secret and the seed. Without a secret, no one can predict the key. */
async function keyOf({ secret, seed = USUAL_SEED }: MatchOptions): Promise<string> {
  return secret === undefined
    ? (await import('@ludus/referee/match.ts')).newMatchKey()
    : sha256(`ludus match ${secret} ${seed}`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const USUAL_SEED = 1;
const seedOf = ({ seed = USUAL_SEED }: MatchOptions): number => Math.abs(seed) | 0;

/** The match and its settings. */
interface MatchRun {
  readonly game: AnyGame;
  readonly board: unknown;
  readonly context: ResolveContext;
  readonly key: string | undefined;
  readonly sayKey: () => void;
  readonly options: MatchOptions;
}

/** The outcome of a match. */
interface CompletedMatch {
  readonly names: readonly string[];
  readonly replay: string;
  readonly sidecar: Sidecar | undefined;
  readonly outcome: Outcome;
  readonly rounds: number;
  readonly verdicts: readonly Verdict[];
  /** By seat, the moves that were illegal under the rules. */
  readonly refused: readonly (RefusedMoves | undefined)[];
}

async function here(names: readonly string[], playing: MatchRun): Promise<CompletedMatch> {
  const { game, board, context, key, sayKey, options } = playing;
  const logs = options.logFolder === undefined ? undefined : new LogFolder(options.logFolder, names.length, game);
  const sources = await resolveAll(names, context);
  const sidecar = new SidecarRecorder(game, options.budget === 'none' ? undefined : options.budget);
  const outputs = sources.map((_, seat) =>
    both(sidecar.output(seat), logs?.output(seat) ?? (options.budget === 'none' ? ON_TERMINAL : undefined)),
  );
  const runners = await Promise.all(sources.map((source, seat) => source.open(outputs[seat])));
  sayKey();
  const chunks: string[] = [];
  const refused: (RefusedMoves | undefined)[] = names.map(() => undefined);
  const watched = await watchedMatch(game, sources, runners, answerMs(context.limits));
  const { outcome, rounds, verdicts } = await playMatch({
    game,
    board,
    seed: seedOf(options),
    runners: watched.runners,
    limited: key !== undefined,
    record: (text) => chunks.push(text),
    ...(key !== undefined && { key }),
    onFault(verdict) {
      sidecar.onFault(verdict);
      sayVerdict(verdict);
    },
    onRefusal({ seat, round, why }) {
      refused[seat] = oneMore(refused[seat], round, why);
    },
    onRound(_, round, used) {
      sidecar.onRound(round, used);
      logs?.round(round);
      if (options.verbose) info(`round ${round}`);
    },
  });
  watched.end();
  logs?.close();
  const replay = chunks.join('');
  return {
    names: sources.map((source) => source.name),
    replay,
    sidecar: sidecar.isEmpty ? undefined : sidecar.finish((await import('../write-replay.ts')).replayHash(replay)),
    outcome,
    rounds,
    verdicts,
    refused,
  };
}

/**
 * Watches the players with a second thread, unless all players are built-in. Built-in players are trusted to answer.
 */
async function watchedMatch(
  game: AnyGame,
  sources: readonly PlayerSource[],
  runners: AnyRunner[],
  answerMs: number,
): Promise<WatchedMatch> {
  if (KITS_ELSEWHERE.length === 0 && sources.every((source) => source.isBuiltin)) return { runners: runners, end() {} };
  return (await import('../waiting.ts')).watchMatch(game, runners, answerMs);
}

/** Plays in a separate process; undefined if the match is void. */
async function apart(names: readonly string[], playing: MatchRun): Promise<CompletedMatch | undefined> {
  const { game, board, context, key, sayKey, options } = playing;
  if (options.budget === 'cpu') throw new UsageError('--isolate works with --budget fuel or none, not cpu');
  const { jobPlayers, playIsolated, tellLogs, wholeSidecar } = await import('./match-isolated.ts');
  const logs = options.logFolder === undefined ? undefined : new LogFolder(options.logFolder, names.length, game);
  const players = await jobPlayers(names, context);
  sayKey();
  const seed = seedOf(options);
  const job = {
    game: game.id,
    revision: game.revision,
    board: game.printBoard(board),
    seed,
    budget: options.budget,
    key,
    players,
  };
  const finished = await playIsolated(job, names, context.limits);
  if (!finished) return undefined;
  tellLogs(finished, logs, logs === undefined && options.budget === 'none');
  logs?.close();
  const verdicts = finished.verdicts.map((verdict) => ({ ...verdict, name: finished.names[verdict.seat] }));
  for (const verdict of verdicts) sayVerdict(verdict);
  const refused = refusedInLogs(finished.logs, names.length);
  return { ...finished, verdicts, refused, sidecar: wholeSidecar(finished) };
}

function tell(
  game: AnyGame,
  { names, replay, sidecar, outcome, rounds, verdicts, refused }: CompletedMatch,
  specs: string[],
  options: MatchOptions,
): void {
  const { output, json } = options;
  if (output !== undefined) writeReplay(output, replay, sidecar);
  else if (!json) process.stdout.write(replay);
  if (json) {
    const { scores } = outcome;
    const seed = seedOf(options);
    printJson({ game: game.id, seed, rounds, names, scores, verdicts, replay: output ?? null });
  }
  outcome.illegal?.forEach((sentence, seat) => {
    if (sentence !== '')
      info(`player ${names[seat]} (seat ${seat}) made an illegal move in round ${rounds}: ${sentence}`);
  });
  sayRefused(names, refused);
  sayScores(names, outcome.scores);
  sayFrozen(verdicts, specs, output !== undefined && !isStream(output) ? output : undefined);
}

function both(one: PlayerOutput, other: PlayerOutput | undefined): PlayerOutput {
  if (!other) return one;
  return {
    log(text) {
      one.log(text);
      other.log(text);
    },
    draw(shape) {
      one.draw(shape);
      other.draw(shape);
    },
  };
}

/** In a plain match, players' output on cerr appears on the terminal, as in the originals. */
const ON_TERMINAL: PlayerOutput = {
  log: (text) => void process.stderr.write(`${toPrintableLines(text)}\n`),
  draw(shape) {
    const problem = drawingProblem(shape);
    if (problem !== undefined) process.stderr.write(`${problem}\n`);
  },
};

async function printPlayers(options: MatchOptions): Promise<void> {
  const { PLAYER_KINDS } = await import('@ludus/runtime/kinds.ts');
  const { listPlayers } = await import('@ludus/runtime/resolve.ts');
  const isOne = options.input !== undefined || options.game !== undefined;
  const games = isOne ? [(await boardOf(options)).game] : (await import('../games.ts')).GAMES;
  const titles = new Map<string, string[]>();
  for (const game of games) {
    const context = await contextOf(game, { budget: options.budget, folder: process.cwd() });
    for (const { name } of listPlayers(PLAYER_KINDS, context))
      titles.set(name, [...(titles.get(name) ?? []), game.title]);
  }
  const names = [...titles.keys()].sort();
  const width = Math.max(...names.map((name) => name.length));
  // For one game, the list is the same as in the originals: one name per line.
  const line = (name: string) => (games.length === 1 ? name : `${name.padEnd(width)}  ${titles.get(name)!.join(', ')}`);
  process.stdout.write(`${names.map(line).join('\n')}\n`);
}
