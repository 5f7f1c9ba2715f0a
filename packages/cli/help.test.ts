import { tmpdir } from 'node:os';
import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { bannedIn } from '../../tools/prose/banned.ts';
import { COMMANDS, gameCommands } from './commands.ts';
import { groupOf, LIMITS_HEADING, newProgram } from './program.ts';
import { SCHEMAS } from './schema/schemas.ts';
import { runHere } from './testing/run-here.ts';

const program = newProgram();
for (const load of Object.values({ ...COMMANDS, ...(await gameCommands()) })) (await load())(program);

/** A command and the words that call it. */
interface NamedCommand {
  readonly command: Command;
  readonly path: string;
}

/** All commands and subcommands. */
const CALLED: readonly NamedCommand[] = program.commands.flatMap((command) => withSubcommands(command, command.name()));
const OPTIONS = CALLED.flatMap(({ command, path }) => command.options.map((option) => ({ option, path })));

function withSubcommands(command: Command, path: string): NamedCommand[] {
  return [{ command, path }, ...command.commands.flatMap((each) => withSubcommands(each, `${path} ${each.name()}`))];
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

/** The allowed first words of descriptions. */
const VERBS =
  /^(?:Back|Build|Check|Compile|Connect|Continue|Convert|Create|Debug|Download|Draw|Expand|Explain|Find|List|Measure|Merge|Open|Play|Print|Rate|Replay|Restore|Run|Serve|Show|Simulate|Start|Submit|Test|Verify|Watch|Write) /;

test('every command is described by an imperative sentence with at most 60 characters', () => {
  const wrong = CALLED.filter(({ command }) => {
    const text = command.description();
    return !VERBS.test(text) || text.length > 60 || /[?.;]/.test(text);
  });
  expect(wrong.map(({ command, path }) => `${path}: ${command.description()}`)).toEqual([]);
});

test('every command is in a task group, except the commands for single games', () => {
  expect(Object.keys(COMMANDS).filter((name) => groupOf(name) === undefined)).toEqual([]);
});

test('help texts use no banned words', () => {
  // Removes names of commands and fields, which may contain banned words.
  const prose = (command: Command) =>
    helpOf(command)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ludus rivals|"rivals"/g, '');
  expect(CALLED.flatMap(({ command, path }) => bannedIn(prose(command)).map((word) => `${path}: ${word}`))).toEqual([]);
});

test('every help text has an example that calls the command', () => {
  const without = CALLED.filter(({ command, path }) => {
    const [, examples = ''] = helpOf(command).split(/^Examples?:$/m);
    return !examples.includes(`ludus ${path}`);
  });
  expect(without.map(({ path }) => path)).toEqual([]);
});

test('every help text lists the command’s own options before the limits', () => {
  const helps = CALLED.map(({ command }) => helpOf(command)).filter((help) => help.includes(LIMITS_HEADING));
  expect(helps.length).toBeGreaterThan(5);
  for (const help of helps) expect(help.indexOf('\nOptions:')).toBeLessThan(help.indexOf(`\n${LIMITS_HEADING}`));
});

test('every option is described by a noun phrase', () => {
  const wrong =
    /\?|\.$|^(?:how|what|where|which|who|whose|when|do not|in which|from which)\b|; default:|; without it|^$/i;
  expect(
    OPTIONS.filter(({ option }) => wrong.test(option.description)).map(
      ({ option, path }) => `${path} ${option.flags}: ${option.description}`,
    ),
  ).toEqual([]);
});

test('every numeric option has a unit', () => {
  const units =
    /seconds|minutes|MiB|GiB|percent|seeds?\b|seats?\b|rounds?\b|port\b|Elo|rate|share|number of|lesson|CPU time|duration|per hour|mean time/i;
  const isNumeric = ({ parseArg }: Option): boolean => {
    try {
      parseArg?.('not a number', undefined as never);
      return false;
    } catch (error) {
      return (error as Error).message.includes('number');
    }
  };
  const wrong = OPTIONS.filter(
    ({ option }) => isNumeric(option) && !units.test(`${option.flags} ${option.description}`),
  );
  expect(wrong.map(({ option, path }) => `${path} ${option.flags}: ${option.description}`)).toEqual([]);
});

test('every short option has only one meaning', () => {
  const names = new Map<string, Set<string>>();
  for (const { option } of OPTIONS)
    if (option.short && option.long) names.set(option.short, (names.get(option.short) ?? new Set()).add(option.long));
  expect([...names].filter(([, longs]) => longs.size > 1)).toEqual([]);
});

test('every command that prints results has --json, describes the object, and has a schema', () => {
  const having = CALLED.filter(({ command }) => command.options.some(({ long }) => long === '--json'));
  expect(having.map(({ path }) => path).sort()).toEqual([
    'agree',
    'batch',
    'benchmark play',
    'board check',
    'board fair',
    'branch',
    'cache',
    'check',
    'climb',
    'contest verify',
    'debug',
    'duel',
    'grade',
    'league play',
    'league verify',
    'match',
    'merge',
    'rate',
    'report',
    'rivals',
    'round verify',
    'rules',
    'sandbox',
    'similar',
    'strength',
    'tournament',
    'verify',
    'why',
  ]);
  for (const { command, path } of having) expect(helpOf(command), path).toContain('With --json');
  expect(having.map(({ path }) => path).sort()).toEqual(Object.keys(SCHEMAS).sort());
});

test('every command prints its help, and rejects an unknown option', async () => {
  for (const { command, path } of CALLED) {
    const words = path.split(' ');
    const help = await runHere([...words, '--help'], tmpdir());
    expect(help, path).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout, path).toMatch(new RegExp(`^Usage: ludus ${path}\\b`));
    // A command with subcommands may pass its options on to one of them.
    if (command.commands.length > 0) continue;
    const needed = command.options.flatMap(({ mandatory, long }) => (mandatory ? [`${long}`, '1'] : []));
    const wrong = await runHere([...words, ...needed, '--no-such-option'], tmpdir());
    expect(wrong, path).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr, path).toMatch(/^ludus: unknown option '?--no-such-option\b.*\n$/);
  }
});

test('every command is suggested when its name is misspelt', async () => {
  for (const command of program.commands) {
    const name = command.name();
    const { status, stderr } = await runHere([`${name}x`], tmpdir());
    expect([status, stderr]).toEqual([2, `ludus: unknown command '${name}x'; did you mean ${name}?\n`]);
  }
});
