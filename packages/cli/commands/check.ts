import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { checkPlayer } from '@ludus/referee/check.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';
import { BUILTIN_PLAYERS } from 'ludus/players.ts';
import { GAMES } from 'ludus/registry.ts';
import { createColors } from 'picocolors';
import { boardFile, boardNames } from '../boards.ts';
import { NOT_SO, UsageError } from '../exit.ts';
import { readText } from '../files.ts';
import { addLimitOptions, type LimitOptions, limitsOf } from '../limits.ts';
import { resolveAll } from './match.ts';

const pc = createColors(process.stdout.isTTY === true);

interface CheckOptions extends LimitOptions {
  readonly game?: string;
  readonly log?: boolean;
}

/** `ludus check`: does a player keep the protocol and the limits? */
export function check(program: Command): void {
  addLimitOptions(program.command('check'))
    .description('play short matches with a player and say step by step whether it keeps the protocol and the limits')
    .argument('<player>', 'a file or a command, as for ludus match')
    .option('-g, --game <game>', `${GAMES.map((game) => game.id).join(', ')}; default: the one that its file speaks of`)
    .option('--log', 'show what the player logs')
    .addHelpText(
      'after',
      '\nExit code: 0 all steps passed, 1 one failed.\n\nExample:\n  ludus check ./mine.py --game starwar',
    )
    .action(run);
}

async function run(name: string, options: CheckOptions): Promise<void> {
  const game = options.game === undefined ? gameOf(name) : gameNamed(options.game);
  const context: ResolveContext = {
    game,
    budget: name.endsWith('.wasm') ? 'fuel' : 'cpu',
    folder: process.cwd(),
    limits: limitsOf({ patience: 5, ...options }),
  };
  const [source] = await resolveAll([name], context);
  const opponent = BUILTIN_PLAYERS.find((each) => each.game === game.id && /^(Demo|RandomRunners)$/.test(each.name))!;
  const names = ['madmax', 'starwar'].includes(game.id) ? boardNames(game.id) : [];
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
    boards: names.map((board) => ({ label: `the board ${board}`, text: readText(boardFile(game.id, board)) })),
    unit: context.budget === 'fuel' ? 'fuel' : 'processor time',
  });
  process.stdout.write(`${source.name} in ${game.title}\n`);
  let number = 0;
  let failed = 0;
  for await (const { title, passed, found, hint } of steps) {
    const mark = passed ? pc.green('pass') : pc.red('FAIL');
    process.stdout.write(`${String(++number).padStart(2)}. ${mark}  ${title}: ${found}\n`);
    if (hint) process.stdout.write(`          hint: ${hint}\n`);
    if (!passed) failed++;
  }
  process.stdout.write(failed === 0 ? 'All steps passed.\n' : `${failed} of ${number} steps failed.\n`);
  if (failed > 0) process.exitCode = NOT_SO;
}

export function gameNamed(id: string): AnyGame {
  const game = GAMES.find((each) => each.id === id);
  if (!game) throw new UsageError(`there is no game ${id}; known are ${GAMES.map((each) => each.id).join(', ')}`);
  return game;
}

/** The game whose words a player's file uses. */
function gameOf(name: string): AnyGame {
  const file = resolve(name);
  const text = existsSync(file) ? readFileSync(file, 'latin1') : '';
  if (/angry_?mob/i.test(text)) return gameNamed('angrymob');
  if (/star_?ship|star_?war/i.test(text)) return gameNamed('starwar');
  return gameNamed('madmax');
}
