import { info } from './say.ts';

/** Nothing is said of what takes no longer, in milliseconds; then again after each `AGAIN_MS`. */
const FIRST_MS = 1000;
const AGAIN_MS = 10_000;

const names = new Set<string>();
let begunMs = 0;
let timer: NodeJS.Timeout | undefined;

/** Says on standard error what is being compiled, when that takes long. To be called when it is, what is given when it is done. */
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
