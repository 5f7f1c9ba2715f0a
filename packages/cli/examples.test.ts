import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS, gameCommands } from './commands.ts';

test('the help of every command ends with an example that calls it', async () => {
  const program = new Command('ludus');
  for (const load of Object.values({ ...COMMANDS, ...(await gameCommands()) })) (await load())(program);
  expect(program.commands.flatMap((command) => withoutExample(command, `ludus ${command.name()}`))).toEqual([]);
});

/** The command and those below it, by what is typed to call them, whose help gives no example of them. */
function withoutExample(command: Command, path: string): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, examples = ''] = help.split(/^Examples?:$/m);
  return [
    ...(examples.includes(path) ? [] : [path]),
    ...command.commands.flatMap((below) => withoutExample(below, `${path} ${below.name()}`)),
  ];
}
