import { readFileSync } from 'node:fs';
import { type Engine, loadEngine } from './engine.ts';

const ENGINE_FILE = new URL('./engine/engine.wasm', import.meta.url);

/** The bytes of the engine, as engine/build.sh made it. */
export const engineBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(ENGINE_FILE));

/** The engine for players with so much memory. */
export const ourEngine = (memoryBytes: number): Promise<Engine> =>
  once(`engine ${memoryBytes}`, () => loadEngine(engineBytes(), memoryBytes));

/** Parts shared by all players of this process, made at first use. */
const made = new Map<string, Promise<unknown>>();

export function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Promise<T>;
}
