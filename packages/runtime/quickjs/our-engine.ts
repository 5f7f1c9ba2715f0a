import { existsSync, readFileSync } from 'node:fs';
import { hashOf, meteredAs } from '../compile/metered.ts';
import type { GuestModules } from '../game-parts.ts';
import { meter } from '../wasm/meter.ts';
import { type Engine, loadEngine } from './engine.ts';
import type { EraseTypes } from './erase-types.ts';
import { threadedEraser } from './eraser.ts';
import type { ScriptModule } from './script.ts';

const ENGINE_FILE = new URL('./engine/engine.wasm', import.meta.url);

/** The bytes of the engine that engine/build.sh builds. */
export const engineBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(ENGINE_FILE));

/**
 * The engine for players with this memory limit. It is metered only once per machine, because metering takes longer
 * than a short match.
 */
export const ourEngine = (memoryBytes: number): Promise<Engine> =>
  once(`engine ${memoryBytes}`, async () => {
    const bytes = engineBytes();
    return loadEngine(bytes, memoryBytes, (limits) =>
      meteredAs(`engine ${hashOf(bytes)} ${memoryBytes}`, () => meter(bytes, limits)),
    );
  });

/** Parts that all players of this process share. They are created when they are first used. */
const made = new Map<string, Promise<unknown>>();

export function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Promise<T>;
}

/**
 * The engine's code for a game. An installed Ludus has no bundler. Instead, it contains this code, exactly as built
 * from the source files.
 */
export const guestModules = (guest: GuestModules): Promise<readonly ScriptModule[]> =>
  once(`guest ${guest.entry}`, async () => {
    const brought = broughtFor(guest.entry);
    if (existsSync(brought)) return JSON.parse(readFileSync(brought, 'utf8')) as ScriptModule[];
    return await (await import('./guest-modules.ts')).bundleGuest(guest);
  });

/** The path of a game's prebuilt modules. They are next to the source files from which they were built. */
export const broughtFor = (entry: string): string => entry.replace(/\.[jt]s$/, '.modules.json');

/** The type eraser, which gives the same results as Node's eraser. */
export const eraser = (): Promise<EraseTypes> => once('eraser', async () => threadedEraser());
