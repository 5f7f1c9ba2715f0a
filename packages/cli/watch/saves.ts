import { createHash } from 'node:crypto';
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/**
 * Changes within this time (in milliseconds) are treated as one save, since an editor writes a file in several steps.
 */
const SETTLE_MS = 80;
/**
 * Interval between checks for changes, in milliseconds. They are for folders whose changes the system doesn't report,
 * such as folders on other machines.
 */
const LOOK_MS = 1000;

/**
 * Yields each saved state of a player's file and its neighbours of the same kind, until `end` aborts. The first state
 * is yielded immediately. For each state, yields a signal that aborts when the state is outdated, because of a later
 * save or `end`. A save that changes no byte is ignored. If the file is saved several times while a state is in use,
 * only the last save is yielded.
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
    // Watches the folder, since editors replace the file with a new one.
    watcher = watch(folder, lookSoon);
    watcher.on('error', () => {});
  } catch {
    // The folder can't be watched, but the timer below checks for changes.
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
/** Maximum size in bytes of a neighbouring file that is read. For a larger file, only the modification time is used. */
const MAX_BYTES = 4_000_000;

/** Returns a hash of the player's source files; undefined while its file doesn't exist. */
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
