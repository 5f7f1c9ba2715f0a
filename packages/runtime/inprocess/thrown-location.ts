import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headOf, syntaxProblem } from './syntax.ts';

/** Ludus itself: what a player calls there is not where its mistake is. */
const LUDUS = fileURLToPath(new URL('../../', import.meta.url));

/** `boom (Mine.ts:12:7)`: what was thrown, and where in the player's own files, if anything tells. */
export function thrownAt(error: unknown, file: string, said: string = messageOf(error)): string {
  const place = placeOf(error, file);
  return place === undefined ? said : `${said} (${place})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] : String(error);
}

/** `Mine.ts:12:7`, or `lib/search.ts:3:1` for a file next to the player's own. */
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

/** Where a file could not be parsed: the engine says it in front of the stack, or else anyone who erases types does. */
const parsedAt = (stack: string, file: string): string | undefined => headOf(stack, file) ?? syntaxProblem(file)?.place;
