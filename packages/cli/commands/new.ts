import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, parse, relative, resolve } from 'node:path';
import { cancel, isCancel, select, text } from '@clack/prompts';
import { nearestWord } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import type { Command } from 'commander';
import { LANGUAGES, type Language } from 'ludus/kit.ts';
import { GAME_IDS, gameNamed, KITS, kitOf } from '../games.ts';
import { GAMES_FOLDER } from '../games-folder.ts';
import { gameText } from '../option-values.ts';
import { scaffoldPlayer } from '../scaffold/player.ts';
import { reservedName } from '../scaffold/reserved.ts';
import { BIN } from '../version.ts';
import { newBoard } from './new-board.ts';

interface NewOptions {
  readonly lang?: string;
  readonly game?: string;
  readonly name?: string;
}

/** The things that `ludus new` can create. */
const KINDS = ['player', 'board'];

/** `ludus new`: creates a player or a board. */
export function newCommand(program: Command): void {
  const command = program
    .command('new')
    .description('Create a bot or a board')
    .addHelpText(
      'after',
      '\nExamples:\n  ludus new player\n  ludus new player --lang python --game starwar --name Rocket',
    );
  command
    .command('player', { isDefault: true })
    .description('Create a folder with a bot that plays, and its tests')
    .argument('[folder]', 'folder to create (default: the bot’s name)')
    .option('--lang <language>', `language: ${LANGUAGES.map((language) => language.id).join(', ')}`)
    .option('-g, --game <game>', gameText(GAME_IDS))
    .option('--name <name>', 'name of the bot: 1 to 11 letters and digits, beginning with a letter')
    .addHelpText(
      'after',
      '\nAsks for the game, the language, and the name if you leave them out.\n\nExample:\n  ludus new player --lang python --game starwar --name Rocket',
    )
    .action((folder: string | undefined, options: NewOptions) => {
      // Only `new player` takes a folder, so that a mistyped kind doesn't become a folder.
      if (folder !== undefined && command.args[0] === folder) refuse(folder);
      return player(folder, options);
    });
  newBoard(command);
}

function refuse(word: string): never {
  throw new UsageError(
    `unknown kind ${word}: choose ${KINDS.join(' or ')}; for a bot in the folder ${word}, run ludus new player ${word}`,
  );
}

async function player(folder: string | undefined, options: NewOptions): Promise<void> {
  const game = await choice(
    'game',
    options.game,
    // The game with lessons comes first.
    KITS.toSorted((one, other) => Number(other.lessons !== undefined) - Number(one.lessons !== undefined)).map(
      ({ game: { id, title }, lessons }) => ({ id, title, hint: lessons && 'best for beginners: it has lessons' }),
    ),
  );
  const language = await choice('language', options.lang, LANGUAGES, '--lang');
  const { players, samples } = kitOf(gameNamed(game));
  // Additional files of a sample keep their names.
  const beside = samples?.[language as Language]?.beside?.map((file) => parse(file).name) ?? [];
  const builtIn = [...players.map((each) => each.name), ...beside];
  const name = await askName(options.name, folder, (proposal) =>
    NAME.test(proposal)
      ? reservedName(proposal, language as Language, builtIn)
      : 'can’t be the bot’s name: a name has 1 to 11 letters and digits and begins with a letter',
  );
  const target = resolve(folder ?? name);
  if (existsSync(target) && statSync(target).isDirectory() && readdirSync(target).length > 0)
    throw new UsageError(`the folder ${relative('.', target) || '.'} is not empty: choose another folder`);
  const scaffold = await scaffoldPlayer(gameNamed(game), language as Language, name);
  makeFolder(target);
  for (const file of scaffold.files) {
    makeFolder(dirname(join(target, file.name)));
    writeFileSync(join(target, file.name), file.text);
  }
  if (!IS_INSTALLED) linkHere(target);
  const shown = relative('.', target) || '.';
  process.stdout.write(
    `${join(shown, scaffold.player)} is ready to play. Try it:\n\n  cd ${shown}\n${IS_INSTALLED ? '  npm install\n' : ''}  npm start        a match against the weakest opponent\n  npm test         checks for a contest\n${scaffold.hasLadder ? '  npm run climb    matches against the practice ladder\n' : ''}  npm run open     the studio in the browser\n\nREADME.md has the next steps.\n`,
  );
}

async function choice(
  what: string,
  given: string | undefined,
  known: readonly { readonly id: string; readonly title: string; readonly hint?: string | undefined }[],
  flag = `--${what}`,
): Promise<string> {
  const ids = known.map((each) => each.id);
  if (given !== undefined) {
    if (ids.includes(given)) return given;
    const near = nearestWord(given, ids);
    throw new UsageError(`unknown ${what} ${given}; ${near ? `did you mean ${near}?` : `choose ${ids.join(', ')}`}`);
  }
  if (!process.stdin.isTTY) throw new UsageError(`the ${what} is missing: choose one with ${flag}: ${ids.join(', ')}`);
  const answer = await select({
    message: `Choose a ${what}`,
    options: known.map(({ id, title, hint }) => ({ value: id, label: title, ...(hint && { hint }) })),
    input: process.stdin,
    output: process.stdout,
  });
  return answered(answer);
}

const SUGGESTED_NAME = 'Mine';
const NAME = /^[A-Za-z][A-Za-z0-9]{0,10}$/;

/** Asks for a name. `problemOf`: returns the problem with a name, as a text to print after the name. */
async function askName(
  given: string | undefined,
  folder: string | undefined,
  problemOf: (name: string) => string | undefined,
): Promise<string> {
  const proposal = given ?? (folder !== undefined && NAME.test(basename(folder)) ? basename(folder) : undefined);
  if (proposal !== undefined) {
    const problem = problemOf(proposal);
    if (problem !== undefined) {
      const other = given === undefined ? '; choose another name with --name' : '';
      throw new UsageError(`${proposal} ${problem}${other}`);
    }
    return proposal;
  }
  if (!process.stdin.isTTY) throw new UsageError('the name is missing: choose one with --name');
  const answer = await text({
    message: 'Name of the bot',
    placeholder: SUGGESTED_NAME,
    defaultValue: SUGGESTED_NAME,
    validate: (value) => {
      const name = value || SUGGESTED_NAME;
      const problem = problemOf(name);
      return problem && `${name} ${problem}`;
    },
    input: process.stdin,
    output: process.stdout,
  });
  return answered(answer);
}

function answered(answer: string | symbol): string {
  if (isCancel(answer)) {
    cancel('Nothing was created.');
    throw new UsageError('nothing was created');
  }
  return answer as string;
}

/**
 * Links a clone of Ludus into `node_modules`, as `npm link` does. The project's own files therefore don't contain a
 * path of this machine. `npm install` replaces the link with the package.
 */
export function linkHere(project: string): void {
  const modules = join(project, 'node_modules');
  const programs = join(modules, '.bin');
  makeFolder(programs);
  symlinkSync(dirname(join(GAMES_FOLDER, 'kits.ts')), join(modules, 'ludus'), 'junction');
  if (process.platform === 'win32') writeFileSync(join(programs, 'ludus.cmd'), `@node "${BIN}" %*\r\n`);
  else symlinkSync(BIN, join(programs, 'ludus'));
}
