import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { VoidMatchError } from '@ludus/runtime/resolve.ts';
import { EXIT_BAD_INPUT, EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { fileProblem } from '@ludus/shell/files.ts';
import { type Command, CommanderError } from 'commander';
import { COMMANDS, gameCommands } from './commands.ts';
import { GAME_PROBLEMS } from './game-files.ts';
import { KITS_ELSEWHERE } from './games-folder.ts';
import { missingPackage } from './missing-package.ts';
import { parseError } from './parse-error.ts';
import { groupOf, newHelp, newProgram } from './program.ts';

/** Runs `ludus` with these arguments and sets the exit code of the process. Rejects only because of a bug. */
export async function runLudus(argv: readonly string[]): Promise<void> {
  const words = argv.filter((word) => !word.startsWith('-'));
  const [called = '', topic = ''] = words;
  const named = ({ commands }: Command, name: string) => commands.find((command) => command.name() === name);
  const program: Command = newProgram()
    .configureOutput({
      outputError: (text, write) => {
        const command = named(program, called);
        write(parseError(text, program, command, command && named(command, topic)));
      },
    })
    .exitOverride();
  try {
    // Loads only the called command, because loading the other commands' packages would take longer than most commands
    // run.
    if (Object.hasOwn(COMMANDS, called)) (await COMMANDS[called]())(program);
    else {
      const all = { ...COMMANDS, ...(await gameCommands()) };
      const unknown = [called === 'help' ? topic : called].find((word) => word !== '' && !Object.hasOwn(all, word));
      if (Object.hasOwn(all, called)) (await all[called]())(program);
      else if (unknown === undefined) for (const load of Object.values(all)) (await load())(program);
      else {
        // Suggestions for an unknown command need only the commands' names.
        for (const name of Object.keys(all)) program.command(name);
        if (unknown !== 'help') program.error(`error: unknown command '${unknown}'`);
      }
    }
    // Every command reports an error in a custom game.
    if (KITS_ELSEWHERE.length > 0) await import('./games.ts');
    for (const command of program.commands) {
      command.exitOverride().helpGroup(groupOf(command.name()) ?? 'Commands of single games:');
      if (command.commands.length > 0) command.addHelpCommand(newHelp());
    }
    for (const problem of GAME_PROBLEMS) {
      if (!isHelp(argv)) throw new UsageError(problem);
      process.stderr.write(`ludus: ${problem}\n`);
    }
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError)
      process.exitCode = error.exitCode === 0 && GAME_PROBLEMS.size === 0 ? 0 : EXIT_BAD_INPUT;
    else if (error instanceof VoidMatchError) {
      process.stderr.write(`ludus: ${toPrintableLines(error.message)}\n`);
      process.exitCode = EXIT_NEGATIVE;
    } else {
      const problem =
        error instanceof UsageError ? error.message : (missingPackage(error, called) ?? fileProblem(error));
      if (problem === undefined) throw error;
      process.stderr.write(`ludus: ${toPrintableLines(problem)}\n`);
      process.exitCode = EXIT_BAD_INPUT;
    }
  }
}

/** Checks whether the arguments request the help or the version. */
const isHelp = (argv: readonly string[]): boolean =>
  argv.length === 0 || ['-h', '--help', 'help', '-v', '--version'].some((word) => argv.includes(word));
