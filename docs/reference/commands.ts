import { COMMANDS, gameCommands } from '@ludus/cli/commands.ts';
import { Command } from 'commander';

/** The page of all commands, as Markdown, generated from the definitions of the command line. */
export async function commandsPage(): Promise<string> {
  const program = new Command('ludus');
  for (const load of Object.values({ ...COMMANDS, ...(await gameCommands()) })) (await load())(program);
  const parts = program.commands.flatMap((command) => described(command, `ludus ${command.name()}`));
  return [
    '# Commands\n',
    'This page is generated from the definitions of the commands, so it contains the same text as `--help`. In a clone of the repository, start each command with `npx`.\n',
    ...parts,
  ].join('\n');
}

/** A command and its subcommands. */
function described(command: Command, path: string): string[] {
  if ((command as Command & { _hidden?: boolean })._hidden) return [];
  const usage = command.usage();
  const rows = (head: string, list: readonly (readonly [string, string])[]): string[] =>
    list.length === 0
      ? []
      : [
          `| ${head} | meaning |`,
          '| --- | --- |',
          ...list.map(([name, text]) => `| \`${cell(name)}\` | ${cell(prose(text))} |`),
          '',
        ];
  const help = command.createHelp();
  return [
    `## ${path}\n`,
    `${sentence(prose(command.description()))}\n`,
    `\`\`\`sh\n${path} ${usage}\n\`\`\`\n`,
    ...rows(
      'argument',
      help.visibleArguments(command).map((each) => [each.name(), help.argumentDescription(each)]),
    ),
    ...rows(
      'option',
      help
        .visibleOptions(command)
        .filter(({ long }) => long !== '--help')
        .map((each) => [each.flags, help.optionDescription(each)]),
    ),
    ...after(command),
    ...command.commands.flatMap((below) => described(below, `${path} ${below.name()}`)),
  ];
}

/** The text below the options in a command's help: notes, and examples to paste. */
function after(command: Command): string[] {
  let text = '';
  command.configureOutput({ writeOut: (words) => (text += words), getOutHelpWidth: () => 1000 });
  command.outputHelp();
  const own = text.slice(command.helpInformation().length).trim();
  if (own === '') return [];
  return own.split(/\n\n+/).flatMap((part) => {
    const [first, ...lines] = part.split('\n');
    return /^Examples?:?$/.test(first)
      ? [`\`\`\`sh\n${lines.map((line) => line.trim()).join('\n')}\n\`\`\`\n`]
      : [`\`\`\`text\n${part}\n\`\`\`\n`];
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** Escapes terminal text for Markdown, so that it contains no tags or emphasis. */
const prose = (text: string): string => text.replaceAll(/[<>*_[\]]/g, (mark) => `\\${mark}`);
const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
