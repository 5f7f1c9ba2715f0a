import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AnyGame, playerCountProblem } from '@ludus/game/game.ts';
import { seatSides, sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { nativeCompiler } from '@ludus/runtime/compile.ts';
import { openInBrowser } from '@ludus/shell/browser.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { loadAnyBoard, usualBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { GAME_IDS, GAMES, gameNamed, kitOf } from '../games.ts';
import { guessGame } from '../lab/guess-game.ts';
import { quickTarget } from '../lab/setup.ts';
import { addLimitOptions, type LimitOptions, limitsOf, targetOption } from '../limits.ts';
import { gameText, whole, wholeFrom } from '../option-values.ts';
import { resolveAll } from '../resolve-players.ts';
import { INK } from '../say.ts';
import { firstDifference, placeOf, playWatched, type VersionResult } from '../watch/match.ts';
import { saves } from '../watch/saves.ts';
import { writeReplay } from '../write-replay.ts';
import { replayQuery, startPages } from './open.ts';

interface WatchOptions extends LimitOptions {
  readonly game?: string;
  readonly input?: string;
  readonly seeds: number;
  readonly seat: number;
  readonly open?: boolean;
  readonly target?: 'native' | 'wasm';
}

/** The folder with the replays of the last saved version. */
const FOLDER = join('replays', 'watch');

/** `ludus watch`: plays the same matches after each save of a player, and shows the changes. */
export function watch(program: Command): void {
  addLimitOptions(program.command('watch'))
    .description('Replay the same matches each time you save a bot')
    .argument('<player>', 'file of the bot, as for ludus match')
    .argument('[opponents...]', 'bots for the other seats (default: built-in bots)')
    .option('-g, --game <game>', gameText(GAME_IDS, 'the game that the file uses'))
    .option('-i, --input <board>', 'board file or name, or generated:GAME:SEED (default: the usual board)')
    .option('--seeds <count>', 'number of matches, 1 to 100; the seeds count up from 1', wholeFrom(1, 100), 3)
    .option('--seat <seat>', 'seat of the bot, counted from 0', whole, 0)
    .option('--open', 'open the matches in the browser, from the first round that differs')
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
Prints what has changed since the last save. The latest replays are in ${FOLDER}. Press Ctrl-C to stop.

Example:
  ludus watch ./AIMine.cc Demo --seeds 5 --open`,
    )
    .action(run);
}

async function run(player: string, rivals: string[], options: WatchOptions): Promise<void> {
  const file = resolve(player);
  if (!existsSync(file)) throw new UsageError(`cannot watch ${player}: there is no such file`);
  const board = options.input === undefined ? undefined : await loadAnyBoard(options.input);
  const game =
    options.game !== undefined ? gameNamed(options.game) : (board?.game ?? (await guessGame([player, ...rivals], '.')));
  if (game === undefined)
    throw new UsageError(
      `cannot tell which game ${player} is for: choose one with --game: ${GAMES.map(({ id }) => id).join(', ')}`,
    );
  if (board && board.game !== game)
    throw new UsageError(`${board.file} is a board of ${board.game.title}, not of ${game.title}`);
  const boardOf = (seed: number) => board?.board ?? usualBoard(game, seed).board;
  const seats = game.seatsOf(boardOf(1));
  const { seat } = options;
  if (seat >= seats) throw new UsageError(`this board has the seats 0 to ${seats - 1}, not ${seat}`);
  const names = watchedNames(game, boardOf(1), { player, rivals, seat });
  const limits = await limitsOf(options, 'none');
  const context = await contextOf(game, {
    budget: 'none',
    folder: process.cwd(),
    limits,
    // A process can't reload a module that it has already loaded.
    isolated: true,
    // A call of code that runs in this process can't be interrupted.
    target: options.target ?? (nativeCompiler() ? 'native' : quickTarget(undefined, 'none')),
  });
  makeFolder(FOLDER);
  const end = new AbortController();
  process.once('SIGINT', () => end.abort());
  process.once('SIGTERM', () => end.abort());
  const changes = new Map<string, number>();
  const pages = options.open
    ? await startPages(process.cwd(), { port: 0, changes: (path) => changes.get(path) })
    : undefined;
  const before = new Map<number, VersionResult>();
  // Each version gets the same random numbers, and can't compute them from the seed.
  const secret = game.observe && randomBytes(32);
  const keyOf = (seed: number) => secret && createHmac('sha256', secret).update(String(seed)).digest('hex');
  let count = 0;
  try {
    for await (const signal of saves(file, end.signal)) {
      process.stdout.write(`${count++ === 0 ? '' : '\n'}${INK.bold(`${player}, version ${count}`)}\n`);
      try {
        const sources = await resolveAll(names, context);
        for (let seed = 1; seed <= options.seeds && !signal.aborted; seed++) {
          const now = await playWatched({
            game,
            board: boardOf(seed),
            seed,
            key: keyOf(seed),
            sources,
            limits,
            signal,
          });
          const path = join(FOLDER, `s${seed}${game.replayExtension}`);
          writeReplay(path, now.replay, now.sidecar);
          const old = before.get(seed);
          const round = old && firstDifference(old, now);
          if (round !== undefined) changes.set(path, round);
          before.set(seed, now);
          const link =
            pages &&
            `${pages.url}${replayQuery(path).replace('&play', '&follow')}${round === undefined ? '' : `#round=${round}`}`;
          process.stdout.write(`${lineOf(seed, seat, now, old, round)}\n${link ? `    ${link}\n` : ''}`);
          if (seed === 1 && count === 1 && link && process.stdout.isTTY) openInBrowser(link);
        }
      } catch (error) {
        if (signal.aborted && error === signal.reason) {
          if (!end.signal.aborted) process.stdout.write(`${INK.grey('  dropped: a newer version is available')}\n`);
          continue;
        }
        if (!(error instanceof UsageError)) throw error;
        process.stdout.write(`${INK.red(error.message)}\n`);
      }
    }
  } finally {
    await pages?.close();
  }
}

/**
 * Returns the bot of each seat. In a game with teams, each bot has all seats of its team, unless there are more bots
 * than teams.
 */
function watchedNames(
  game: AnyGame,
  board: unknown,
  { player, rivals, seat }: { readonly player: string; readonly rivals: readonly string[]; readonly seat: number },
): string[] {
  const { show } = kitOf(game).partners;
  const [seats, sides, teams] = [game.seatsOf(board), sidesOn(game, board), teamsOn(game, board)];
  if (rivals.length >= seats) throw new UsageError(playerCountProblem(game, board, rivals.length + 1));
  const perTeam = rivals.length < sides;
  const others = Array.from(
    { length: (perTeam ? sides : seats) - 1 },
    (_, other) => rivals[other] ?? show[other % show.length],
  );
  const names = others.toSpliced(perTeam && teams ? teams[seat] : seat, 0, player);
  return perTeam ? seatSides(names, teams) : names;
}

/** Formats a line such as `  seed 2    40 → 55   place 2 → 1   changed from round 37 on`. */
function lineOf(
  seed: number,
  seat: number,
  now: VersionResult,
  old: VersionResult | undefined,
  round: number | undefined,
): string {
  const change = (value: (match: VersionResult) => number): string => {
    const is = value(now);
    const was = old && value(old);
    return was === undefined || was === is ? String(is) : `${was} → ${is}`;
  };
  const score = change(({ scores }) => scores[seat]);
  const place = change(({ scores }) => placeOf(scores, seat));
  const difference =
    old === undefined ? '' : round === undefined ? INK.grey('the same match') : `changed from round ${round} on`;
  const verdict = now.verdicts.find((each) => each.seat === seat);
  const out = verdict ? `\n    ${INK.red(`disqualified in round ${verdict.round}: ${verdict.sentence}`)}` : '';
  return `  seed ${String(seed).padEnd(3)} score ${score.padEnd(12)} place ${place.padEnd(6)} ${difference}${out}`.trimEnd();
}
