import {
  type PythonEngine,
  packSnapshot,
  type ReadyPython,
  startPython,
  unpackSnapshot,
} from '@ludus/runtime/metering.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createStore, get, set, type UseStore } from 'idb-keyval';
import { FetchError, fetchBytes, type PythonSite, unpacked } from './packed.ts';

/**
 * Python in the page: an engine of 2 MB, which is loaded for the first bot that needs it, and the engine's memory after
 * initialisation.
 */

/** Fetches and compiles the engine. Throws a `FetchError` if the engine isn't the engine of the site's build. */
export async function fetchEngine(
  base: string,
  site: PythonSite,
  onDoing: (doing: string) => void,
): Promise<PythonEngine> {
  let done = 0;
  const packed = await fetchBytes(`${base}run/python.wasm.gz`, (more) => {
    done += more;
    onDoing(`downloading Python: ${(done / 1e6).toFixed(1)} MB`);
  });
  const module = await unpacked(packed);
  if (bytesToHex(sha256(module)) !== site.sha256)
    throw new FetchError(
      'python.wasm.gz isn’t the file that the site was built with. Reload the page, or build the site again',
    );
  return { module: await WebAssembly.compile(module) };
}

/** The initial memory of a game's Python. */
interface CachedMemory {
  readonly key: string;
  readonly memory: Uint8Array<ArrayBuffer>;
}

let opened: UseStore | undefined;
const store = (): UseStore => {
  opened ??= createStore('ludus-python', 'memory');
  return opened;
};
/**
 * Version of the stored memory. Increment this number if a change in Ludus changes the memory that the same engine and
 * files produce.
 */
const FORMAT = 2;

/**
 * Initialises Python for a game. The initialisation takes some tenths of a second, so the browser stores the memory for
 * the next visit.
 */
export async function startedPython(engine: PythonEngine, game: string, site: PythonSite): Promise<ReadyPython> {
  const key = bytesToHex(sha256(utf8ToBytes(JSON.stringify([FORMAT, site]))));
  // If the browser has no storage, it initialises Python each time.
  const kept = await get<CachedMemory>(game, store()).catch(() => undefined);
  if (kept?.key === key) return { engine, snapshot: unpackSnapshot(kept.memory) };
  const snapshot = startPython(engine, site.home);
  await set(game, { key, memory: packSnapshot(snapshot) } satisfies CachedMemory, store()).catch(() => {});
  return { engine, snapshot };
}
