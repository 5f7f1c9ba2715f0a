import {
  type Engine,
  type EraseTypes,
  eraserOf,
  loadEngine,
  type ReadyPython,
  type ScriptModule,
  type Transformer,
} from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { fetchPacked, pythonSite } from './packed.ts';
import { fetchEngine, startedPython } from './python.ts';

/** The runtime of players in TypeScript and Python. Each part is loaded at first use. */
export interface FuelParts {
  engine(): Promise<Engine>;
  /** The engine's code for a game. */
  guest(game: string): Promise<readonly ScriptModule[]>;
  eraser(): Promise<EraseTypes>;
  /** Python, initialised for a game. */
  python(game: string): Promise<ReadyPython>;
}

/**
 * Fetches the parts from the files of `ludus site build` below `base`, an address that ends in `/`. `onDoing` receives
 * slow steps; undefined when they are done.
 */
export function fetchedParts(base: string, onDoing: (doing: string | undefined) => void = () => {}): FuelParts {
  const made = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    if (!made.has(key)) {
      const making = make();
      made.set(key, making);
      // A failed download is repeated on the next request.
      making.catch(() => made.delete(key));
    }
    return made.get(key) as Promise<T>;
  };
  return {
    engine: () =>
      once('engine', async () => loadEngine(await fetchPacked(`${base}run/engine.wasm.gz`), DEFAULT_MEMORY_BYTES)),
    guest: (game) =>
      once(`guest ${game}`, async () =>
        JSON.parse(new TextDecoder().decode(await fetchPacked(`${base}run/guest-${game}.json.gz`))),
      ),
    eraser: () =>
      once('eraser', async () => {
        const module = new WebAssembly.Module(await fetchPacked(`${base}run/erase.wasm.gz`));
        let count = 0;
        return eraserOf(async () => {
          const swc = (await import(/* @vite-ignore */ `${base}run/erase.js?${count++}`)) as Transformer;
          swc.initSync({ module });
          return swc;
        });
      }),
    python: (game) =>
      once(`python ${game}`, async () => {
        try {
          const site = await pythonSite(base, game);
          const engine = await once('python', () => fetchEngine(base, site, onDoing));
          onDoing('starting Python');
          return await startedPython(engine, game, site);
        } finally {
          onDoing(undefined);
        }
      }),
  };
}
