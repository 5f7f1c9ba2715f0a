import { Command, Help, type Option } from 'commander';
import { VERSION } from './version.ts';

/** The heading of the limits for bots, which many commands share. The help of these commands ends with the limits. */
export const LIMITS_HEADING = 'Limits:';

/** The commands by task, in the order of `ludus --help`. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Play and watch:': ['play', 'match', 'view', 'open'],
  'Write a bot:': ['new', 'rules', 'check', 'watch', 'debug', 'build', 'rivals', 'climb', 'submit', 'schema', 'mcp'],
  'Compare bots:': ['duel', 'batch', 'tournament', 'league', 'benchmark', 'strength', 'merge', 'rate', 'report'],
  'Work with replays:': ['why', 'verify', 'branch', 'expand'],
  'Run a contest:': ['serve', 'worker', 'contest', 'grade', 'round', 'similar', 'agree'],
  'Make boards and pages:': ['board', 'site'],
  'Research:': ['env', 'dataset'],
  'Manage this machine:': ['sandbox', 'cache', 'get'],
};

/** Returns the program `ludus` without its commands, but with the layout of the commands' help. */
export function newProgram(): Command {
  const program = new Command('ludus')
    .description('Bot-programming games: write a bot, play matches, watch them, and improve the bot.')
    .version(VERSION, '-v, --version', 'version number')
    .helpOption('-h, --help', 'this help')
    .configureHelp({ groupItems })
    .showSuggestionAfterError(false)
    // Otherwise, the parser would read -v, or any word that starts with it (-verbose), as the version option
    // everywhere.
    .enablePositionalOptions();
  return program
    .addHelpCommand(newHelp().helpGroup('Manage this machine:'))
    .addHelpText('after', '\nExample:\n  ludus play\n  ludus match --help');
}

/**
 * Returns the command that shows the help of other commands. Each command with subcommands has a help command, outside
 * of the task groups.
 */
export const newHelp = (): Command =>
  new Command('help').argument('[command]').description('Show the help of a command');

/** Returns the heading of a command in `ludus --help`; undefined for a game's command. */
export function groupOf(name: string): string | undefined {
  return Object.keys(GROUPS).find((heading) => GROUPS[heading].includes(name));
}

/** Sorts the groups of commands, and moves the shared limits after a command's own options. */
function groupItems<T extends Command | Option>(
  unsorted: T[],
  visible: T[],
  groupOfItem: (item: T) => string,
): Map<string, T[]> {
  const headings = Object.keys(GROUPS);
  const place = (heading: string): number => {
    if (heading === LIMITS_HEADING) return headings.length + 1;
    const at = headings.indexOf(heading);
    return at < 0 ? headings.length : at;
  };
  const groups = [...Help.prototype.groupItems(unsorted, visible, groupOfItem)] as [string, T[]][];
  return new Map(groups.sort(([one], [other]) => place(one) - place(other)));
}
