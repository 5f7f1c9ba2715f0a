import { Command } from 'commander';
import { expect, test } from 'vitest';
import { parseError } from './parse-error.ts';

const program = new Command('ludus');
const made = program.command('new');
made.command('player').option('--game <game>');
made.command('board').option('--like <board>');

test.each([
  ["error: unknown option '--gmae'", "ludus: unknown option '--gmae'; did you mean --game?\n"],
  // Only the other of the two commands has this option.
  ["error: unknown option '--game'", "ludus: unknown option '--game'; see ludus new --help\n"],
  ["error: unknown option '-x'", "ludus: unknown option '-x'; see ludus new --help\n"],
  ["error: unknown option '-gaem'", "ludus: unknown option '-gaem'; did you mean --game?\n"],
  ["error: unknown command 'bord'", "ludus: unknown command 'bord'; did you mean board?\n"],
])('parseError rewrites the message “%s”', (complaint, said) => {
  expect(parseError(complaint, program, made)).toBe(said);
});
