import { existsSync } from 'node:fs';
import { isCommand } from '@ludus/runtime/sandbox.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** A player's name in a replay, as something that can be resolved from here. A replay may be anybody's: a command in it is an error. */
export function playerHere(name: string): string {
  if (isCommand(name))
    throw new UsageError(
      `the replay names the command ${name}, which is not run for your safety: name the bot yourself`,
    );
  const files = [
    `AI${name}.cc`,
    ...['ts', 'js', 'mjs', 'py', 'java', 'rs', 'go', 'cc', 'wasm'].map((ending) => `${name}.${ending}`),
  ];
  const found = files.find((each) => existsSync(each));
  return found === undefined ? name : `./${found}`;
}
