// The Python package's part of Ludus as one file: only the simulator (`ludus env`) and replays as data (`ludus
// dataset`).
import { dataset } from '@ludus/cli/dataset.ts';
import { env } from '@ludus/cli/env.ts';
import { EXIT_BAD_INPUT, UsageError } from '@ludus/shell/exit.ts';
import { Command, CommanderError } from 'commander';

const program = new Command('ludus');
env(program);
dataset(program);
for (const command of [program, ...program.commands]) command.exitOverride();
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`ludus: ${error.message}\n`);
  else if (!(error instanceof CommanderError)) throw error;
  if (!(error instanceof CommanderError) || error.exitCode !== 0) process.exitCode = EXIT_BAD_INPUT;
}
