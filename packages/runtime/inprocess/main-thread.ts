import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ludus itself: what a player calls there is not where it loops. */
const LUDUS = new URL('../../', import.meta.url).href;
/** It halts at once, but on a busy machine its thread may have to wait for its turn. */
const HALT_MS = 5000;

/**
 * Halts this process's main thread, from another thread and for good, and tells where in someone's own file it is:
 * `Mine.ts:12:7`. Undefined if it does not halt soon, being in code that is not JavaScript, or is in no such file.
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
      // A Node that was built without an inspector.
      clearTimeout(timer);
      resolve(undefined);
    }
  });
}

const isOwn = (url: string): boolean =>
  url.startsWith('file:') && !url.startsWith(LUDUS) && !url.includes('/node_modules/');
