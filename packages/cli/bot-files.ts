import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { isCommand } from '@ludus/runtime/sandbox.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Language } from 'ludus/kit.ts';

const LANGUAGE_OF: Readonly<Record<string, Language>> = {
  '.ts': 'typescript',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.py': 'python',
  '.java': 'java',
  '.rs': 'rust',
  '.go': 'go',
};

/** Returns the language of a bot by its file extension; undefined for a module. */
export const languageOf = (file: string): Language | undefined => LANGUAGE_OF[extname(file)];

/**
 * Returns the bot for a player's name in a replay: its file in the current folder, or the name if there is no file. A
 * replay may be untrusted, so it is an error if a player's name is a command.
 */
export function playerHere(name: string): string {
  if (isCommand(name))
    throw new UsageError(
      `the replay names the command ${name}, which Ludus doesn’t run because the replay may be untrusted: name the bot yourself`,
    );
  const files = [
    `AI${name}.cc`,
    ...['ts', 'js', 'mjs', 'py', 'java', 'rs', 'go', 'cc', 'wasm'].map((ending) => `${name}.${ending}`),
  ];
  const found = files.find((each) => existsSync(each));
  return found === undefined ? name : `./${found}`;
}
