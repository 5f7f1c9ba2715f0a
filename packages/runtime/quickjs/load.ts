import { readFileSync } from 'node:fs';
import type { GuestModules } from '../game-parts.ts';
import { type Engine, loadEngine } from './engine.ts';
import { type Erase, eraserOf, type Transformer } from './erase.ts';
import { bundleGuest } from './guest-modules.ts';
import type { ScriptModule } from './script.ts';

export const ENGINE_FILE = new URL('./engine/engine.wasm', import.meta.url);

/** What is made once for all players of this process, when the first one asks for it. */
const made = new Map<string, Promise<unknown>>();

function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Promise<T>;
}

/** The bytes of the engine, as engine/build.sh made it. */
export const engineBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(ENGINE_FILE));

/** The engine for players with so much memory. */
export const ourEngine = (memoryBytes: number): Promise<Engine> =>
  once(`engine ${memoryBytes}`, () => loadEngine(engineBytes(), memoryBytes, true));

/** What the engine runs for a game. */
export const guestModules = (guest: GuestModules): Promise<ScriptModule[]> =>
  once(`guest ${guest.entry}`, () => bundleGuest(guest));

/** Erases types as Node does. */
export const eraser = (): Promise<Erase> =>
  once('eraser', async () => {
    // The package's entry for Node is missing from it; what it has for browsers runs here, too.
    const module = new URL('./wasm.js', import.meta.resolve('@swc/wasm-typescript-esm'));
    const swc = (await import(module.href)) as Transformer & { initSync(options: { module: Uint8Array }): void };
    swc.initSync({ module: readFileSync(new URL('./wasm_bg.wasm', module)) });
    return eraserOf(swc);
  });
