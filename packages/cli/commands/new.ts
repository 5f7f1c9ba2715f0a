import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cancel, isCancel, select, text } from '@clack/prompts';
import { nearest } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { LANGUAGES, type Language } from 'ludus/kit.ts';
import { GAME_IDS, GAMES, gameNamed } from '../games.ts';
import { scaffoldPlayer } from '../scaffold/player.ts';

interface NewOptions {
  readonly lang?: string;
  readonly game?: string;
  readonly name?: string;
}

/** `ludus new`: scaffolds. */
export function newCommand(program: Command): void {
  const command = program.command('new').description('begin a player of your own');
  command
    .command('player')
    .description('make a folder with a player that works at once, its board, its test and its run line')
    .argument('[folder]', 'where; default: the player’s name')
    .option('-l, --lang <language>', LANGUAGES.map((language) => language.id).join(', '))
    .option('-g, --game <game>', GAME_IDS)
    .option('-n, --name <name>', 'the player’s name: letters and digits, less than 12')
    .addHelpText(
      'after',
      '\nAsks for what is not said.\n\nExample:\n  ludus new player --lang python --game starwar --name Rocket',
    )
    .action(player);
}

async function player(folder: string | undefined, options: NewOptions): Promise<void> {
  const game = await choice(
    'game',
    options.game,
    GAMES.map((each) => ({ id: each.id, title: each.title })),
  );
  const language = await choice('language', options.lang, LANGUAGES, '--lang');
  const name = await askName(options.name, folder);
  const target = resolve(folder ?? name);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new UsageError(`the folder ${relative('.', target) || '.'} is not empty`);
  const bin = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
  const scaffold = scaffoldPlayer(gameNamed(game), language as Language, name, `node ${JSON.stringify(bin)}`);
  makeFolder(target);
  for (const file of scaffold.files) writeFileSync(join(target, file.name), file.text);
  const shown = relative('.', target) || '.';
  process.stdout.write(
    `${join(shown, scaffold.player)} plays already. Try it:\n\n  cd ${shown}\n  npm start        a match\n  npm test         is it fit for a contest?\n  npm run view     look at the match\n`,
  );
}

async function choice(
  what: string,
  given: string | undefined,
  known: readonly { readonly id: string; readonly title: string }[],
  flag = `--${what}`,
): Promise<string> {
  const ids = known.map((each) => each.id);
  if (given !== undefined) {
    if (ids.includes(given)) return given;
    const near = nearest(given, ids);
    throw new UsageError(
      `there is no ${what} ${given}; ${near ? `did you mean ${near}?` : `known are ${ids.join(', ')}`}`,
    );
  }
  if (!process.stdin.isTTY) throw new UsageError(`which ${what}? say it with ${flag}: ${ids.join(', ')}`);
  const answer = await select({
    message: `Which ${what}?`,
    options: known.map(({ id, title }) => ({ value: id, label: title })),
  });
  return answered(answer);
}

const NAME = /^[A-Za-z][A-Za-z0-9]{0,10}$/;

async function askName(given: string | undefined, folder: string | undefined): Promise<string> {
  const problem = 'a name has less than 12 letters and digits and begins with a letter';
  const proposal = given ?? (folder !== undefined && NAME.test(basename(folder)) ? basename(folder) : undefined);
  if (proposal !== undefined) {
    if (!NAME.test(proposal)) throw new UsageError(`${proposal} cannot be the player's name: ${problem}`);
    return proposal;
  }
  if (!process.stdin.isTTY) throw new UsageError('what is the player called? say it with --name');
  const answer = await text({
    message: 'What is it called?',
    placeholder: 'Mine',
    validate: (value) => (NAME.test(value ?? '') ? undefined : problem),
  });
  return answered(answer);
}

function answered(answer: string | symbol): string {
  if (isCancel(answer)) {
    cancel('Nothing was made.');
    throw new UsageError('nothing was made');
  }
  return answer as string;
}
