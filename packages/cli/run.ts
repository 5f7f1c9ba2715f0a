import { printableLines } from '@ludus/kernel/reader.ts';
import { MatchVoid } from '@ludus/runtime/void.ts';
import { BAD_INPUT, NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { fileProblem } from '@ludus/shell/files.ts';
import { Command, CommanderError } from 'commander';
import { COMMANDS, gameCommands } from './commands.ts';
import { GAME_PROBLEMS } from './game-files.ts';
import { KITS_ELSEWHERE } from './games-folder.ts';
import { missingPackage } from './missing-package.ts';
import { parseError } from './parse-error.ts';
import { VERSION } from './version.ts';

/** Runs `ludus` with these arguments. Sets the exit code of the process and rejects only because of a bug. */
export async function runLudus(argv: readonly string[]): Promise<void> {
  const called = argv.find((word) => !word.startsWith('-')) ?? '';
  const isCalled = (command: Command) => command.name() === called;
  const program: Command = new Command('ludus')
    .description('Bot-programming games: write a player, let it fight, watch the match, improve it.')
    .version(VERSION, '-v, --version')
    .helpOption('-h, --help')
    .showSuggestionAfterError(false)
    // Else -v and what begins with it (-verbose) would be the version's anywhere, also among the arena's options with one dash.
    .enablePositionalOptions()
    .configureOutput({
      outputError: (text, write) => write(parseError(text, program, program.commands.find(isCalled))),
    })
    .exitOverride();
  try {
    // Only the command that is called is loaded: the others' packages would take longer than most of what it does.
    if (Object.hasOwn(COMMANDS, called)) (await COMMANDS[called]())(program);
    else {
      const all = { ...COMMANDS, ...(await gameCommands()) };
      if (Object.hasOwn(all, called)) (await all[called]())(program);
      else if (called === '' || isHelp(argv)) for (const load of Object.values(all)) (await load())(program);
      // To suggest a command for a word that names none, their names are enough.
      else for (const name of Object.keys(all)) program.command(name);
    }
    // What is wrong with a game that is being made elsewhere is said whatever the command.
    if (KITS_ELSEWHERE.length > 0) await import('./games.ts');
    for (const command of program.commands) command.exitOverride();
    for (const problem of GAME_PROBLEMS) {
      if (!isHelp(argv)) throw new UsageError(problem);
      process.stderr.write(`ludus: ${problem}\n`);
    }
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError)
      process.exitCode = error.exitCode === 0 && GAME_PROBLEMS.size === 0 ? 0 : BAD_INPUT;
    else if (error instanceof MatchVoid) {
      process.stderr.write(`ludus: ${printableLines(error.message)}\n`);
      process.exitCode = NOT_SO;
    } else {
      const problem =
        error instanceof UsageError ? error.message : (missingPackage(error, called) ?? fileProblem(error));
      if (problem === undefined) throw error;
      process.stderr.write(`ludus: ${printableLines(problem)}\n`);
      process.exitCode = BAD_INPUT;
    }
  }
}

/** Does somebody only want to read what there is? */
const isHelp = (argv: readonly string[]): boolean =>
  argv.length === 0 || ['-h', '--help', 'help', '-v', '--version'].some((word) => argv.includes(word));
