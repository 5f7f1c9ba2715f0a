import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ludus's own files. Their frames don't show where a player loops. */
const LUDUS = new URL('../../', import.meta.url).href;
/**
 * Time limit for halting, in milliseconds. Halting is immediate, but on a busy machine, the thread may wait for a CPU
 * first.
 */
const HALT_MS = 5000;

/**
 * Halts this process's main thread permanently, from another thread. Returns the location in a user's file that the
 * main thread has reached: `Mine.ts:12:7`. Undefined if the thread is in none of the user's files, or doesn't halt soon
 * because it is running code that isn't JavaScript.
 */
export function haltMainThread(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HALT_MS);
    const files = new Map<string, string>();
    try {
      const session = new Session();
      session.connectToMainThread();
      session.on('Debugger.scriptParsed', ({ params }: InspectorNotification<Debugger.ScriptParsedEventDataType>) => {
        if (isOwn(params.url)) files.set(params.scriptId, basename(fileURLToPath(params.url)));
      });
      session.once('Debugger.paused', ({ params }: InspectorNotification<Debugger.PausedEventDataType>) => {
        clearTimeout(timer);
        const own = params.callFrames.find(({ location }) => files.has(location.scriptId));
        if (!own) return resolve(undefined);
        const { scriptId, lineNumber, columnNumber = 0 } = own.location;
        resolve(`${files.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1}`);
      });
      session.post('Debugger.enable');
      session.post('Debugger.pause');
    } catch {
      // The inspector isn't available, because this Node was built without it.
      clearTimeout(timer);
      resolve(undefined);
    }
  });
}

const isOwn = (url: string): boolean =>
  url.startsWith('file:') && !url.startsWith(LUDUS) && !url.includes('/node_modules/');
