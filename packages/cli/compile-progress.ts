import { info } from './say.ts';

/** Compile time in milliseconds after which a progress line is printed. */
const FIRST_MS = 1000;
/** Time between two progress lines, in milliseconds. */
const AGAIN_MS = 10_000;

const names = new Set<string>();
let begunMs = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Names on standard error the players that are being compiled, if compiling takes long. Call it when compiling begins,
 * and call the returned function when it ends.
 */
export function sayCompiling(name: string): () => void {
  if (names.size === 0) begunMs = performance.now();
  names.add(name);
  timer ??= setTimeout(say, FIRST_MS).unref();
  return () => {
    names.delete(name);
    if (names.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

function say(): void {
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  const since = seconds < AGAIN_MS / 1000 ? ', once for each version of a file' : ` for ${seconds} s`;
  info(`compiling ${[...names].join(', ')}${since} …`);
  timer = setTimeout(say, AGAIN_MS).unref();
}
