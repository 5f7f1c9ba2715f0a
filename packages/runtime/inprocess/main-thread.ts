import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ludus itself: its frames do not show where a player loops. */
const LUDUS = new URL('../../', import.meta.url).href;
/** The thread halts immediately, but on a busy machine it may wait for its turn. */
const HALT_MS = 5000;

/**
 * Halts this process's main thread permanently, from another thread, and returns its location in a user's file:
 * `Mine.ts:12:7`. Undefined if it does not halt soon because it runs non-JavaScript code, or if it is in no such file.
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
      // A Node built without an inspector.
      clearTimeout(timer);
      resolve(undefined);
    }
  });
}

const isOwn = (url: string): boolean =>
  url.startsWith('file:') && !url.startsWith(LUDUS) && !url.includes('/node_modules/');
