import { type Engine, loadEngine } from '@ludus/runtime/quickjs/engine.ts';
import { type EraseTypes, eraserOf, type Transformer } from '@ludus/runtime/quickjs/erase-types.ts';
import type { ScriptModule } from '@ludus/runtime/quickjs/script.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/wasm/fuel.ts';
import { fetchPacked } from '../data/packed.ts';

/** The runtime of players in TypeScript; each part is loaded at first use. */
export interface FuelParts {
  engine(): Promise<Engine>;
  /** The engine's code for a game. */
  guest(game: string): Promise<readonly ScriptModule[]>;
  eraser(): Promise<EraseTypes>;
}

/** The parts as `ludus site build` lays them out below `base`, an address that ends in `/`. */
export function fetchedParts(base: string): FuelParts {
  const made = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    if (!made.has(key)) made.set(key, make());
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
  };
}
