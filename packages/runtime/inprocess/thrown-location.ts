import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headOf, syntaxErrorPlace } from './syntax.ts';

/** Ludus's own files. Their frames don't show where a player's error is. */
const LUDUS = fileURLToPath(new URL('../../', import.meta.url));

/** The thrown value with its location in the player's files, if known: `boom (Mine.ts:12:7)`. */
export function thrownAt(error: unknown, file: string, said: string = messageOf(error)): string {
  const place = placeOf(error, file);
  return place === undefined ? said : `${said} (${place})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] : String(error);
}

/** A location such as `Mine.ts:12:7`, or `lib/search.ts:3:1` for a file below the player's folder. */
function placeOf(error: unknown, file: string): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined;
  return frameIn(error.stack, file) ?? (error instanceof SyntaxError ? parsedAt(error.stack, file) : undefined);
}

/** The first frame of a stack that is in the player's folder. */
function frameIn(stack: string, file: string): string | undefined {
  const folder = dirname(file);
  for (const [, url, at] of stack.matchAll(/^ +at .*?(file:\/\/[^\s()]+?):(\d+:\d+)\)?$/gm)) {
    const path = fileURLToPath(url);
    const isOwn = dirname(path) === folder || (path.startsWith(`${folder}/`) && !path.startsWith(LUDUS));
    if (isOwn && !path.includes('/node_modules/')) return `${relative(folder, path)}:${at}`;
  }
  return undefined;
}

/** The location of a syntax error, which the engine prints before the stack, or which the type eraser reports. */
const parsedAt = (stack: string, file: string): string | undefined => headOf(stack, file) ?? syntaxErrorPlace(file);
