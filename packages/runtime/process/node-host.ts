import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';
import { thrownAt } from '../inprocess/thrown-location.ts';
import { type FollowMatch, linesOf } from './host-lines.ts';

/**
 * Runs a module that exports a player. The module then acts as a program that speaks the protocol on standard input and
 * output: `node --import HOOKS node-host.ts HOSTMODULE FILE`. The game provides the host module, which exports `follow:
 * FollowMatch`; the hooks let the player import the game's library. The player's `console` output is its log.
 */
const [host, file] = process.argv.slice(2);
globalThis.console = new Console(process.stderr, process.stderr);

const lines = linesOf(process.stdin);
const say = (text: string): void => {
  process.stdout.write(text);
};
const { follow } = (await import(pathToFileURL(host).href)) as { readonly follow: FollowMatch };
try {
  const module = await import(pathToFileURL(file).href);
  await follow(module.default?.default ?? module.default, lines, say);
} catch (error) {
  // If the game's library reports a fault, the player's error is its cause.
  const thrown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  console.error(thrown);
  // The last line contains the error and its location, because a verdict repeats that line.
  console.error(`${thrown instanceof Error ? `${thrown.name}: ` : ''}${thrownAt(thrown, file)}`);
  process.exitCode = 1;
  process.stdin.destroy();
}
