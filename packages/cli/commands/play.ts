import { randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { handFromLegal } from '@ludus/game/protocol.ts';
import { observed } from '@ludus/game/secret-randomness.ts';
import { HandSeat, PERSON, unhurried } from '@ludus/referee/hand.ts';
import { newMatchKey, playMatch } from '@ludus/referee/match.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { boardFile, loadBoard, usualBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { GAME_IDS, GAMES, gameNamed, kitOf } from '../games.ts';
import { generatedBoard } from '../generated-boards.ts';
import { handTerminal } from '../hand/hand-terminal.ts';
import { addLimitOptions, answerMs, type LimitOptions, limitsOf } from '../limits.ts';
import { gameText, parseSeed, whole } from '../option-values.ts';
import { resolveAll } from '../resolve-players.ts';
import { revisedGame, revisionOption } from '../revisions.ts';
import { INK, sayFault, sayFrozen, sayScores, sayVerdict } from '../say.ts';
import { seatNames } from '../seat-names.ts';
import { watchMatch } from '../waiting.ts';
import { replayQuery, serve } from './open.ts';

const FOLDER = 'replays';
/** The default seed of matches between bots, so that the same command plays the same match. */
const USUAL_SEED = 3424;
/** Each new match that a person plays has a new seed, which is short enough to type. */
const MAX_SEED = 1_000_000;

interface PlayOptions extends LimitOptions {
  readonly game: string;
  readonly input?: string;
  readonly seed?: number;
  readonly fps: string;
  readonly live: boolean;
  readonly open?: boolean;
  readonly revision?: string;
  readonly seat?: number;
  readonly hand?: number;
  readonly pace: number;
}

/** `ludus play`: plays a match and draws it in the terminal. `npm start` runs this command. */
export function play(program: Command): void {
  addLimitOptions(program.command('play'))
    .description('Play a match and draw it in the terminal')
    .argument('[players...]', 'bots by seat, or one per team (default: built-in bots)')
    .option('-g, --game <game>', gameText(GAME_IDS), GAMES[0].id)
    .option('-i, --input <board>', 'board name or file, or generated:SEED (default: the game’s usual board)')
    .option(
      '-s, --seed <seed>',
      'match seed, -2147483648 to 2147483647 (default: 3424; with --hand, a different seed each time)',
      parseSeed,
    )
    .addOption(revisionOption())
    .option('--seat <seat>', 'seat whose view to draw, counted from 0 (default: everything)', whole)
    .option('--hand <seat>', 'seat that you play yourself, counted from 0', whole)
    .option('--pace <ms>', 'time per round for your seat, in milliseconds (0: no limit)', whole, 0)
    .option('--fps <rounds>', 'rounds drawn per second, above 0', '25')
    .option('--no-live', 'draw only the last round')
    .option('--open', 'open the replay in the browser when the match has ended (not if CI=true)')
    .addHelpText(
      'after',
      `
Writes the replay into the folder "replays".

With --hand, you play one seat: name bots only for the other seats. The terminal lists your choices, and one key makes a
choice. Without a terminal, Ludus reads one choice per line. The choice "hint" asks the strongest built-in bot.

Examples:
  ludus play Dummy Demo Demo Null --game starwar --input maze2 --seed 5
  ludus play --game talltales --hand 0`,
    )
    .action(run);
}

async function run(named: string[], options: PlayOptions): Promise<void> {
  const game = revisedGame(gameNamed(options.game), options.revision);
  const kit = kitOf(game);
  const fps = Number(options.fps);
  if (!(fps > 0)) throw new UsageError(`--fps must be a number above 0, not ${options.fps}`);
  makeFolder(FOLDER);
  const seed = Math.abs(options.seed ?? (options.hand === undefined ? USUAL_SEED : randomInt(1, MAX_SEED))) | 0;
  const { name: boardName, board } = boardOf(game, options.input, seed);
  const seats = game.seatsOf(board);
  const { hand: handSeat } = options;
  const seat = handSeat ?? options.seat;
  if (seat !== undefined && seat >= seats)
    throw new UsageError(`this board has the seats 0 to ${seats - 1}, not ${seat}`);
  const players = playersOf(game, board, named, kit.partners.show, handSeat);
  const limits = await limitsOf(options, 'none');
  const context = await contextOf(game, { budget: 'none', folder: process.cwd(), limits });
  const sources = await resolveAll(
    players.filter((player) => player !== PERSON),
    context,
  );
  const chunks: string[] = [];
  const frames: string[][] = [];
  const runners = await Promise.all(sources.map((source) => source.open()));
  const byHand = handSeat === undefined ? undefined : openHand(kit, options.pace);
  if (byHand) runners.splice(handSeat!, 0, byHand.seat.runner);
  const names = runners.map(({ name }) => name);
  // A player that knows the seed could compute hidden information.
  const isSecret =
    game.observe !== undefined &&
    options.seed === undefined &&
    (byHand !== undefined || !sources.every(({ isBuiltin }) => isBuiltin));
  const watched = watchMatch(game, runners, answerMs(limits));
  const isSlowed = byHand !== undefined && game.actors !== undefined && process.stdout.isTTY === true;
  const asked = watched.runners.map((runner, at) => {
    if (at === handSeat) return byHand!.seat.runner;
    return isSlowed ? unhurried(runner, () => TURN_MS) : runner;
  });
  const result = await playMatch<unknown, unknown, unknown>({
    game,
    board,
    seed,
    ...(isSecret && { limited: true, key: newMatchKey() }),
    runners: asked,
    record: (text) => chunks.push(text),
    onFault: byHand && game.observe ? sayFault : sayVerdict,
    ...(kit.drawText && {
      onRound(state) {
        frames.push(kit.drawText!(seat === undefined ? state : observed(game, state, seat), names, INK));
        byHand?.terminal.draw(frames.at(-1)!);
      },
    }),
  }).finally(() => byHand?.terminal.close());
  watched.end();
  if (byHand === undefined && process.stdout.isTTY && options.live && frames.length > 0) await show(frames, fps);
  else if (frames.length > 0) process.stdout.write(`${frames.at(-1)!.join('\n')}\n`);
  sayScores(names, result.outcome.scores);
  const file = join(FOLDER, `${game.id}-${boardName}-s${seed}-${names.join('_')}${game.replayExtension}`);
  writeComplete(file, chunks.join(''));
  process.stdout.write(`\nThe replay is ${relative('.', file)}\nCheck it:  npx ludus verify ${file}\n`);
  // A person doesn't need the hint about the debugger.
  const bots = result.verdicts.filter((verdict) => verdict.seat !== handSeat);
  sayFrozen(bots, players, file);
  if (options.open && process.env.CI !== 'true') {
    await serve(process.cwd(), replayQuery(file), { port: 0, browser: process.stdout.isTTY === true });
  }
}

/** Time for which the terminal shows another player's turn, in milliseconds. */
const TURN_MS = 600;

/** Returns the bots by seat. A person has the seat `hand`; the named bots have the other seats. */
function playersOf(
  game: AnyGame,
  board: unknown,
  named: readonly string[],
  partners: readonly string[],
  hand: number | undefined,
): string[] {
  if (hand === undefined) return seatNames(game, board, named, partners);
  const names = Array.from({ length: game.seatsOf(board) }, (_, at) => named[at > hand ? at - 1 : at]);
  if (named.length >= names.length)
    throw new UsageError(
      `with --hand, at most ${names.length - 1} of the board’s seats can have bots, not ${named.length}`,
    );
  return names.map((name, at) => (at === hand ? PERSON : (name ?? partners[at % partners.length])));
}

/** Opens a seat for the person at this terminal. */
function openHand(kit: AnyKit, pace: number) {
  const hand = kit.hand ?? handFromLegal(kit.game);
  if (!hand)
    throw new UsageError(
      `${kit.game.title} can’t be played by a person, because it doesn’t list its moves: omit --hand`,
    );
  const builtin = (name: string | undefined) => kit.players.find((player) => player.name === name);
  const adviser = builtin(kit.ladder?.opponents.at(-1)?.name) ?? kit.players.at(-1);
  const assistant = builtin(hand.assistant);
  const terminal = handTerminal(hand);
  const seat: HandSeat = new HandSeat({
    game: kit.game,
    hand,
    name: PERSON,
    beatMs: pace,
    startsPaused: pace > 0,
    ...(adviser && { adviser: (): AnyRunner => adviser.open() }),
    ...(assistant && { assistant: (): AnyRunner => assistant.open() }),
    tell: terminal.tell,
  });
  terminal.attach(seat);
  return { seat, terminal };
}

/** Returns the requested board, which may be a name or a file; if none was requested, the default board. */
function boardOf(game: AnyGame, asked: string | undefined, seed: number): { name: string; board: unknown } {
  if (asked === undefined) return usualBoard(game, seed);
  const made = generatedBoard(asked, [game]);
  if (made) return made;
  const file = existsSync(asked) && statSync(asked).isFile() ? asked : boardFile(game, asked);
  return { name: basename(file).replace(/\.\w+$/, ''), board: loadBoard(file, [game]).board };
}

/** Draws the frames one after the other in the same place. Ctrl-C restores the cursor. */
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
