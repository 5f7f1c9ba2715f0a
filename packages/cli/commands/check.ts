import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { checkPlayer } from '@ludus/referee/check.ts';
import { NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { boardFile, boardNames, usualBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { GAME_IDS, gameNamed, KITS, kitOf } from '../games.ts';
import { INK } from '../ink.ts';
import { importedGame } from '../lab/guess-game.ts';
import { addLimitOptions, type LimitOptions, limitsOf } from '../limits.ts';
import { resolveAll } from '../resolve-players.ts';

interface CheckOptions extends LimitOptions {
  readonly game?: string;
  readonly log?: boolean;
}

/** `ludus check`: does a player keep the protocol and the limits? */
export function check(program: Command): void {
  addLimitOptions(program.command('check'))
    .description('play short matches with a player and say step by step whether it keeps the protocol and the limits')
    .argument('<player>', 'a file or a command, as for ludus match')
    .option('-g, --game <game>', `${GAME_IDS}; default: the one that its file speaks of`)
    .option('--log', 'show what the player logs')
    .addHelpText(
      'after',
      '\nExit code: 0 all steps passed, 1 one failed.\n\nExample:\n  ludus check ./mine.py --game starwar',
    )
    .action(run);
}

async function run(name: string, options: CheckOptions): Promise<void> {
  const game = options.game === undefined ? gameOf(name) : gameNamed(options.game);
  const budget = name.endsWith('.wasm') ? 'fuel' : 'cpu';
  const context = await contextOf(game, {
    budget,
    folder: process.cwd(),
    limits: limitsOf({ patience: 5, ...options }, budget),
  });
  const [source] = await resolveAll([name], context);
  const kit = kitOf(game);
  const opponent = kit.players.find((each) => each.name === kit.partners.sparring)!;
  const boards = boardNames(game).map((board) => ({
    label: `the board ${board}`,
    text: readText(boardFile(game, board)),
  }));
  const trials = kit.trials?.() ?? [];
  if (boards.length === 0) boards.push(trials[0]?.boards[0] ?? made(game));
  const steps = checkPlayer({
    game,
    open: (log) =>
      source.open({
        log(text) {
          log(text);
          if (options.log) process.stderr.write(`${text}\n`);
        },
        draw() {},
      }),
    opponent: () => opponent.open(),
    boards,
    trials,
    unit: context.budget === 'fuel' ? 'fuel' : 'processor time',
  });
  process.stdout.write(`${source.name} in ${game.title}\n`);
  let number = 0;
  let failed = 0;
  for await (const { title, passed, found, hint } of steps) {
    const mark = passed ? INK.green('pass') : INK.red('FAIL');
    process.stdout.write(`${String(++number).padStart(2)}. ${mark}  ${title}: ${found}\n`);
    if (hint) process.stdout.write(`          hint: ${hint}\n`);
    if (!passed) failed++;
  }
  process.stdout.write(failed === 0 ? 'All steps passed.\n' : `${failed} of ${number} steps failed.\n`);
  if (failed > 0) process.exitCode = NOT_SO;
}

/** A board for a game that comes with none. */
function made(game: AnyGame) {
  const { name, text } = usualBoard(game, 1);
  return { label: `the board ${name}`, text };
}

/** The game that a player's file imports, or whose words it uses. */
function gameOf(name: string): AnyGame {
  const file = resolve(name);
  const text = existsSync(file) ? readFileSync(file, 'latin1') : '';
  const imported = importedGame(text)?.id;
  const speaking = KITS.filter(({ game, words }) => game.id === imported || (!imported && words?.test(text)));
  if (speaking.length === 1) return speaking[0].game;
  throw new UsageError(`which game does ${name} play? say it with --game: ${GAME_IDS}`);
}
