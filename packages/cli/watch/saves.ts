import { createHash } from 'node:crypto';
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/** An editor writes a file in several steps; what comes within this time is one save. */
const SETTLE_MS = 80;
/** Interval of looking for changes, in milliseconds, if the system reports none (a folder of another machine). */
const LOOK_MS = 1000;

/**
 * Yields each saved state of a player's file and its neighbours of the same kind, the first at once, until `end` aborts. Each is
 * a signal that aborts when it is out of date, because of a later save or `end`. A save that changes no byte is none; of saves
 * that come while a state is worked on only the last counts.
 */
export async function* saves(file: string, end: AbortSignal): AsyncGenerator<AbortSignal, void, void> {
  const folder = dirname(file);
  let seen: string | undefined;
  let version = new AbortController();
  let wake = () => {};
  const look = () => {
    const now = stateOf(file);
    if (now === undefined || now === seen) return;
    version.abort();
    wake();
  };
  let settling: NodeJS.Timeout | undefined;
  const lookSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(look, SETTLE_MS);
  };
  let watcher: FSWatcher | undefined;
  try {
    // The folder, not the file: editors put a new file instead of the old one.
    watcher = watch(folder, lookSoon);
    watcher.on('error', () => {});
  } catch {
    // Looked for by the timer below.
  }
  const looking = setInterval(look, LOOK_MS);
  const onEnd = () => wake();
  end.addEventListener('abort', onEnd);
  try {
    while (!end.aborted) {
      const now = stateOf(file);
      if (now !== undefined && now !== seen) {
        seen = now;
        version = new AbortController();
        yield AbortSignal.any([version.signal, end]);
        continue;
      }
      await new Promise<void>((done) => {
        wake = done;
      });
    }
  } finally {
    end.removeEventListener('abort', onEnd);
    clearInterval(looking);
    clearTimeout(settling);
    watcher?.close();
  }
}

const TOGETHER: readonly (readonly string[])[] = [
  ['.cc', '.cpp', '.cxx', '.hh', '.h', '.hpp'],
  ['.ts', '.mts', '.js', '.mjs'],
];
/** Beyond this a file is data, and no part of a player. */
const MAX_BYTES = 4_000_000;

/** A hash over the player's sources; undefined while its file is not there. */
function stateOf(file: string): string | undefined {
  const folder = dirname(file);
  const ending = extname(file);
  const endings = TOGETHER.find((each) => each.includes(ending)) ?? [ending];
  const hash = createHash('sha256');
  try {
    hash.update(readFileSync(file));
    for (const name of readdirSync(folder).sort()) {
      if (name === basename(file) || name.startsWith('.') || !endings.includes(extname(name))) continue;
      const { size, mtimeMs } = statSync(join(folder, name));
      hash.update(`${name} `).update(size > MAX_BYTES ? String(mtimeMs) : readFileSync(join(folder, name)));
    }
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
