import { nearestWord } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';

/**
 * The replacements for the parser's messages; the first matching pattern is used. A function receives the pattern's
 * groups.
 */
const REWRITTEN: readonly (readonly [pattern: RegExp, rewrite: (...groups: string[]) => string])[] = [
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. It must (.*)\.$/s,
    (option, value, range) => `${option} must ${range}, not ${value}`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. It must (.*)\.$/,
    (value, argument, range) => `<${argument}> must ${range}, not ${value}`,
  ],
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s,
    (option, value, choices) => `${option} must be ${listed(choices.split(', '))}, not ${value}`,
  ],
  [/^option '(?:-\w, )?([^']*)' argument missing$/, (option) => `${option.split(' ')[0]} needs a value: ${option}`],
  [/^required option '(?:-\w, )?([^']*)' not specified$/, (option) => `the option ${option} is missing`],
  [/^missing required argument '([^']*)'$/, (name) => `the argument <${name}> is missing`],
  [
    /^too many arguments(?: for '[^']*')?\. Expected (\d+) arguments? but got (\d+)/,
    (most, given) => `there must be at most ${most} ${most === '1' ? 'argument' : 'arguments'}, not ${given}`,
  ],
];

/**
 * Returns a parser error as one message, like every other error. The parser's own suggestions miss an option with a
 * value (`--sed=1`) and are on a second line. If no known word is close, the message names the help instead.
 *
 * `complaint`: the parser's message; `called`: the called command, undefined if it doesn't exist.
 */
export function parseError(complaint: string, program: Command, called?: Command, subcommand?: Command): string {
  const message = rewritten(complaint.trim().replace(/^error: /, ''));
  const [, what, word = ''] = /^unknown (option|command) '([^'=]*)/.exec(message) ?? [];
  // A command of two words, such as `new player`, has its options on the second word.
  const commands = called === undefined ? [] : [called, ...called.commands];
  const known =
    what === 'option'
      ? [program, ...commands].flatMap(({ options }) => options.flatMap(({ long }) => long ?? []))
      : (called ?? program).commands.map((command) => command.name());
  // A known word belongs to another subcommand, so there is nothing to correct.
  const near = what === undefined || known.includes(word) ? undefined : closeTo(longForm(word), known);
  if (near !== undefined) return `ludus: ${message}; did you mean ${near}?\n`;
  const isClear = / must | needs a value/.test(message);
  const names = [called, subcommand].flatMap((command) => command?.name() ?? []);
  const help = isClear ? '' : `; see ${['ludus', ...names, '--help'].join(' ')}`;
  return `ludus: ${message}${help}\n`;
}

/** Returns the nearest known word, unless it starts with a different letter: `--export` doesn't mean `--port`. */
function closeTo(word: string, known: readonly string[]): string | undefined {
  const near = nearestWord(word, known);
  const [first, letters] = [(text: string) => text.replace(/^-+/, '')[0], (text: string) => [...text].sort().join('')];
  if (near === undefined) return undefined;
  return first(near) === first(word) || letters(near) === letters(word) ? near : undefined;
}

function rewritten(message: string): string {
  for (const [pattern, rewrite] of REWRITTEN) {
    const found = pattern.exec(message);
    if (found) return rewrite(...found.slice(1));
  }
  return message;
}

/** Lists words as `a, b, or c`. */
function listed(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ');
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}

/**
 * Returns the long option that the user may have meant: `--verbose` for `-verbose`. A single letter has no long option.
 */
function longForm(word: string): string {
  if (!/^-[^-]/.test(word)) return word;
  return word.length === 2 ? '' : `-${word}`;
}
