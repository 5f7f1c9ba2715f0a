import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { playMatch } from '@ludus/referee/match.ts';
import { nearest } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';
import type { CylinderView } from 'ludus/cylinder/rules/board.ts';
import { boardFile, boardNames, loadBoard } from '../boards.ts';
import { UsageError } from '../exit.ts';
import { makeFolder, writeComplete } from '../files.ts';
import { drawWindow } from '../terminal-board.ts';
import { parseSeed, resolveAll, sayScores, sayVerdict } from './match.ts';
import { replayQuery, serve } from './open.ts';

interface PlayOptions {
  readonly game: string;
  readonly board: string;
  readonly seed: number;
  readonly fps: string;
  readonly live: boolean;
  readonly watch?: boolean;
}

const DEFAULT_PLAYERS = ['Dummy', 'Demo', 'Dummy', 'Demo'];

/** `ludus play`: a match of built-in players on a built-in board, drawn in the terminal; what `npm start` runs. */
export function play(program: Command): void {
  program
    .command('play')
    .description('play a match on a board that comes with Ludus and draw it in the terminal')
    .argument('[players...]', `four players (default: ${DEFAULT_PLAYERS.join(' ')})`)
    .option('-g, --game <game>', 'madmax or starwar', 'madmax')
    .option('-b, --board <name>', 'one of the boards that come with the game', 'default')
    .option('-s, --seed <seed>', 'the match seed', parseSeed, 3424)
    .option('--fps <rounds>', 'rounds drawn a second', '25')
    .option('--no-live', 'do not draw the match as it goes, only its end')
    .option('--watch', 'then show it in the browser, until Ctrl-C (not under CI=true)')
    .addHelpText('after', '\nExample:\n  ludus play Dummy Demo Demo Null --game starwar --board maze2 -s 5')
    .action(run);
}

async function run(players: string[], options: PlayOptions): Promise<void> {
  const games = ['madmax', 'starwar'];
  if (!games.includes(options.game))
    throw new UsageError(`there is no game ${options.game}; known are ${games.join(', ')}`);
  const boards = boardNames(options.game);
  if (!boards.includes(options.board)) {
    const near = nearest(options.board, boards);
    throw new UsageError(
      `there is no board ${options.board}; ${near ? `did you mean ${near}?` : `known are ${boards.join(', ')}`}`,
    );
  }
  const fps = Number(options.fps);
  if (!(fps > 0)) throw new UsageError(`--fps must be a number above 0, not ${options.fps}`);
  const { game, board } = loadBoard(boardFile(options.game, options.board));
  const sources = await resolveAll(players.length > 0 ? players : DEFAULT_PLAYERS, {
    game,
    budget: 'none',
    folder: process.cwd(),
  });
  if (sources.length !== game.seats)
    throw new UsageError(`a match of ${game.title} needs ${game.seats} players, not ${sources.length}`);
  const names = sources.map((source) => source.name);
  const chunks: string[] = [];
  const frames: string[][] = [];
  const result = await playMatch<unknown, CylinderView, unknown>({
    game,
    board,
    seed: Math.abs(options.seed) | 0,
    ports: await Promise.all(sources.map((source) => source.open())),
    record: (text) => chunks.push(text),
    onFault: sayVerdict,
    onRound: (state) => frames.push(drawWindow(game.title, names, state).lines),
  });
  if (process.stdout.isTTY && options.live) await show(frames, fps);
  else process.stdout.write(`${frames.at(-1)!.join('\n')}\n`);
  sayScores(names, result.outcome.scores);
  makeFolder('replays');
  const file = join(
    'replays',
    `${options.game}-${options.board}-s${Math.abs(options.seed)}-${names.join('_')}${game.replay.extension}`,
  );
  writeComplete(file, chunks.join(''));
  process.stdout.write(`\nThe replay is ${relative('.', file)}\nCheck it:  npx ludus verify ${file}\n`);
  if (options.watch && process.env.CI !== 'true') {
    await serve(process.cwd(), replayQuery(file), { port: 0, browser: process.stdout.isTTY === true });
  }
}

/** Draws frame after frame in the same place; Ctrl-C leaves the cursor as it was. */
async function show(frames: readonly string[][], fps: number): Promise<void> {
  const height = frames[0].length;
  const restore = () => {
    process.stdout.write('\x1b[?25h');
    process.exit(130);
  };
  process.once('SIGINT', restore);
  process.stdout.write(`\x1b[?25l${'\n'.repeat(height)}`);
  for (const lines of frames) {
    process.stdout.write(`\x1b[${height}A${lines.map((line) => `\x1b[2K${line}`).join('\n')}\n`);
    await sleep(1000 / fps);
  }
  process.stdout.write('\x1b[?25h');
  process.removeListener('SIGINT', restore);
}
