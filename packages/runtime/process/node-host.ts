import { Console } from 'node:console';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Follow, linesOf } from './host-lines.ts';

/**
 * Runs a module that exports a player as a program of its own, which speaks the protocol on standard input and output:
 * `node --import HOOKS node-host.ts HOSTMODULE FILE`. The host module is the game's and exports `follow: Follow`; the hooks let the
 * player import its game's library. What the player prints with `console` is its log.
 */
const [host, file] = process.argv.slice(2);
globalThis.console = new Console(process.stderr, process.stderr);

const lines = linesOf(process.stdin);
const say = (text: string): void => {
  process.stdout.write(text);
};
const { follow } = (await import(pathToFileURL(host).href)) as { readonly follow: Follow };
const module = await import(pathToFileURL(file).href);
try {
  await follow(module.default?.default ?? module.default, lines, say);
} catch (error) {
  console.error(error);
  // The last line says what and where, since that is what a verdict repeats.
  console.error(lastWords(error));
  process.exitCode = 1;
  process.stdin.destroy();
}

/** `boom (Mine.ts:12:7)`: the place in the player's own file, if the stack names one. */
function lastWords(thrown: unknown): string {
  // What the game's library made a fault of is the player's own error.
  const error = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  if (!(error instanceof Error)) return String(error);
  const frame = error.stack?.split('\n').find((line) => line.includes(pathToFileURL(file).href));
  const place = frame && /:\d+:\d+/.exec(frame)?.[0];
  return `${error.name}: ${error.message.split('\n')[0]}${place === undefined ? '' : ` (${basename(file)}${place})`}`;
}
