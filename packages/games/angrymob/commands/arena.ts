import type { Command } from 'commander';
import type { CommandTools } from '../../node.ts';
import { runArena } from '../arena/arena.ts';
import { ARENA_OPTIONS, describeOptions, parseArenaOptions } from '../arena/options.ts';

const HELP = `Usage: ludus arena [options]

Open an arena of Angry Mob for two bots over TCP.
Without -console, a page in the browser shows the bots, the map, and the game.

Options:
${describeOptions(ARENA_OPTIONS)}
Exit code: 0 the game was played, 2 bad usage or a port in use, 130 stopped by Ctrl-C.

Example:
  ludus arena -seed 7 -console &
  ludus player angrymob/CamperJoe &
  ludus player angrymob/ProfessorRandom
`;

/** `ludus arena`: its options have one dash (docs/arena.md §1), so commander doesn't parse them. */
export function arena(program: Command, { viewerCode }: CommandTools): void {
  program
    .command('arena')
    .description('Open an arena of Angry Mob for two bots over TCP')
    .argument('[options...]', 'options with one dash: see ludus arena --help')
    .allowUnknownOption()
    .helpOption(false)
    .configureHelp({ formatHelp: () => HELP })
    .action(async (_: string[], __: unknown, command: Command) => {
      const options = parseArenaOptions(command.args);
      if (options.help) process.stdout.write(HELP);
      else process.exitCode = await runArena(options, viewerCode);
    });
}
