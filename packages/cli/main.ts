import { printableLines } from '@ludus/kernel/reader.ts';
import { MatchVoid } from '@ludus/runtime/void.ts';
import { BAD_INPUT, NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { fileProblem, why } from '@ludus/shell/files.ts';
import { IS_INSTALLED } from '@ludus/shell/installed.ts';
import { Command, CommanderError } from 'commander';
import { COMMANDS, gameCommands } from './commands.ts';
import { GAME_PROBLEMS } from './game-files.ts';
import { KITS_ELSEWHERE } from './games-folder.ts';
import { parseError } from './parse-error.ts';
import { VERSION } from './version.ts';

export async function main(argv: readonly string[]): Promise<void> {
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
      for (const name of Object.hasOwn(all, called) ? [called] : Object.keys(all)) (await all[name]())(program);
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
    else if (error instanceof UsageError) {
      process.stderr.write(`ludus: ${printableLines(error.message)}\n`);
      process.exitCode = BAD_INPUT;
    } else if (error instanceof MatchVoid) {
      process.stderr.write(`ludus: ${printableLines(error.message)}\n`);
      process.exitCode = NOT_SO;
    } else if (IS_INSTALLED && (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') {
      // What only a contest's server needs is not installed with every Ludus.
      process.stderr.write(`ludus: ${called} needs the package ludus-contest: npm install ludus-contest@${VERSION}\n`);
      process.exitCode = BAD_INPUT;
    } else {
      const problem = fileProblem(error);
      if (problem === undefined) throw error;
      process.stderr.write(`ludus: ${printableLines(problem)}\n`);
      process.exitCode = BAD_INPUT;
    }
  }
}

/** Does somebody only want to read what there is? */
const isHelp = (argv: readonly string[]): boolean =>
  argv.length === 0 || ['-h', '--help', 'help', '-v', '--version'].some((word) => argv.includes(word));

let mute = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads may have seen enough (`| head`). A run goes on: its results are in files, too.
  if (error.code === 'EPIPE' || mute) return;
  mute = true;
  process.stderr.write(`ludus: cannot write to standard output: ${why(error)}\n`);
  process.on('exit', () => {
    process.exitCode = BAD_INPUT;
  });
});
process.stderr.on('error', () => {});

await main(process.argv.slice(2));
