import { nearestWord } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';

/** `ludus schema`: prints the schemas of the commands' `--json` output. */
export function schema(program: Command): void {
  program
    .command('schema')
    .description('Print the JSON schema of a command’s output')
    .argument('[command...]', 'command with --json, such as climb or league verify (default: a list of all)')
    .addHelpText(
      'after',
      `
The schema (JSON Schema, draft 2020-12) describes what the command prints with --json. Each object has exactly the
fields of the schema in this release.

Example:
  ludus schema league verify`,
    )
    .action(async (words: readonly string[]) => {
      const { SCHEMAS, schemaOf } = await import('../schema/schemas.ts');
      const known = Object.keys(SCHEMAS);
      if (words.length === 0) {
        process.stdout.write(known.map((name) => `${name}\n`).join(''));
        return;
      }
      const name = [words.join(' '), `${words.join(' ')} play`].find((each) => Object.hasOwn(SCHEMAS, each));
      if (name === undefined) {
        const near = nearestWord(words.join(' '), known);
        throw new UsageError(
          `no command ${words.join(' ')} prints JSON; ${near ? `did you mean ${near}?` : `choose ${known.join(', ')}`}`,
        );
      }
      process.stdout.write(`${JSON.stringify(schemaOf(name), null, 2)}\n`);
    });
}
