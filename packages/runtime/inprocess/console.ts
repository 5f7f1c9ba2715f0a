import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { PlayerOutput } from '@ludus/game/output.ts';

/** A bot's name for messages, and the function that adds to the bot's log. */
export interface Speaker extends Pick<PlayerOutput, 'log'> {
  readonly name: string;
}

/** The bot whose code is running, including asynchronous work that it started. */
const speaking = new AsyncLocalStorage<Speaker>();

const stream = new Writable({
  decodeStrings: false,
  write(chunk, _encoding, done) {
    speaking.getStore()?.log(String(chunk).replace(/\n$/, ''));
    done();
  },
});
const players = new Console(stream, stream);
let isShared = false;

/**
 * Runs a player's code in this process. The player's `console` output goes to its log, because the command uses
 * standard output, and may be writing a replay to it.
 */
export function withConsole<T>(speaker: Speaker, run: () => T): T {
  if (!isShared) {
    isShared = true;
    const own = globalThis.console;
    globalThis.console = new Proxy(own, {
      get: (_, name) => Reflect.get(speaking.getStore() === undefined ? own : players, name),
    });
  }
  return speaking.run(speaker, run);
}

/**
 * The name of the bot in this process whose code is running, including code that it started; undefined for other code.
 */
export const runningBot = (): string | undefined => speaking.getStore()?.name;
