import type { Command } from 'commander';
import type { CommandTools } from '../../commands.ts';
import { runArena } from '../arena/arena.ts';
import { ARENA_OPTIONS, describeOptions, parseArenaOptions } from '../arena/options.ts';

const HELP = `Usage: ludus arena [options]

The arena of Angry Mob: two players connect over TCP and play one game.
Without -console a page in the browser shows the players, the map and the game.

Options:
${describeOptions(ARENA_OPTIONS)}
Exit codes: 0 the game was played, 2 bad usage or a port that cannot be had, 130 ended by Ctrl-C.

Example:
  ludus arena -seed 7 -console &
  ludus player angrymob/CamperJoe &
  ludus player angrymob/ProfessorRandom
`;

/** `ludus arena`: options with one dash (docs/arena.md §1), so commander leaves them alone. */
export function arena(program: Command, { viewerCode }: CommandTools): void {
  program
    .command('arena')
    .description('the Angry Mob arena: two players connect over TCP and play one game')
    .argument('[options...]')
    .allowUnknownOption()
    .helpOption(false)
    .configureHelp({ formatHelp: () => HELP })
    .action(async (_: string[], __: unknown, command: Command) => {
      const options = parseArenaOptions(command.args);
      if (options.help) process.stdout.write(HELP);
      else process.exitCode = await runArena(options, viewerCode);
    });
}
