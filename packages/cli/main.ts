import { Command, CommanderError } from 'commander';
import { arena } from './commands/arena.ts';
import { bench } from './commands/bench.ts';
import { build } from './commands/build.ts';
import { maps } from './commands/maps.ts';
import { match } from './commands/match.ts';
import { open, view } from './commands/open.ts';
import { play } from './commands/play.ts';
import { player } from './commands/player.ts';
import { sandbox } from './commands/sandbox.ts';
import { strength } from './commands/strength.ts';
import { verify } from './commands/verify.ts';
import { BAD_INPUT, UsageError } from './exit.ts';
import { LAB_COMMANDS } from './lab/commands.ts';
import { VERSION } from './version.ts';

/** Every command, one file each in `commands/`. */
const COMMANDS: readonly ((program: Command) => void)[] = [
  play,
  match,
  open,
  view,
  arena,
  player,
  strength,
  verify,
  bench,
  maps,
  sandbox,
  build,
  ...LAB_COMMANDS,
];

export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('ludus')
    .description('Bot-programming games: write a player, let it fight, watch the match, improve it.')
    .version(VERSION, '-v, --version')
    .helpOption('-h, --help')
    .showSuggestionAfterError()
    .exitOverride();
  for (const command of COMMANDS) command(program);
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : BAD_INPUT;
    else if (error instanceof UsageError) {
      process.stderr.write(`ludus: ${error.message}\n`);
      process.exitCode = BAD_INPUT;
    } else throw error;
  }
}

await main(process.argv.slice(2));
