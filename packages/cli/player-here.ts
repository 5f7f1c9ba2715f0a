import { existsSync } from 'node:fs';

/** A player's name in a replay, as something that can be resolved from here. */
export function playerHere(name: string): string {
  const files = [
    `AI${name}.cc`,
    ...['ts', 'js', 'mjs', 'py', 'java', 'rs', 'go', 'cc', 'wasm'].map((ending) => `${name}.${ending}`),
  ];
  const found = files.find((each) => existsSync(each));
  return found === undefined ? name : `./${found}`;
}
