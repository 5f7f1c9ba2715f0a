import { nearest } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';

/**
 * What the command line's parser complains of, as one sentence like every other error. The parser's own suggestions miss an option
 * that is written with its value (`--sed=1`), and stand on a line of their own. Where nothing is near, the help is named.
 *
 * `complaint`: as the parser prints it; `called`: the command that is called, undefined for none that there is.
 */
export function parseError(complaint: string, program: Command, called: Command | undefined): string {
  const message = complaint.trim().replace(/^error: /, '');
  const [, what, word = ''] = /^unknown (option|command) '([^'=]*)/.exec(message) ?? [];
  // A command of two words, `new player`, has its options at the second.
  const commands = called === undefined ? [] : [called, ...called.commands];
  const known =
    what === 'option'
      ? [program, ...commands].flatMap(({ options }) => options.flatMap(({ long }) => long ?? []))
      : (called ?? program).commands.map((command) => command.name());
  // What is written as it should be belongs to another one of the command's own commands.
  const near = what === undefined || known.includes(word) ? undefined : nearest(longForm(word), known);
  if (near !== undefined) return `ludus: ${message}; did you mean ${near}?\n`;
  const help = what === undefined ? '' : `; see ludus ${called === undefined ? '' : `${called.name()} `}--help`;
  return `ludus: ${message}${help}\n`;
}

/** `-verbose` may be meant for `--verbose`; one letter tells nothing of a long option. */
function longForm(word: string): string {
  if (!/^-[^-]/.test(word)) return word;
  return word.length === 2 ? '' : `-${word}`;
}
