import { createHash } from 'node:crypto';
import type { MeteredModule } from '../wasm/meter.ts';
import { meterPlayer } from '../wasm/program.ts';
import { cachedBytes, keyOf } from './cache.ts';
import { sourceKey } from './source-keys.ts';

/**
 * A player's metered module, which is made only once per machine. Throws a `ModuleRejectedError` for features that
 * players may not use.
 */
export const meteredOnce = (bytes: Uint8Array<ArrayBuffer>, memoryBytes: number): Promise<MeteredModule> =>
  meteredAs(`player ${hashOf(bytes)} ${memoryBytes}`, () => meterPlayer(bytes, memoryBytes));

/**
 * The metered module, which is made only once per machine. `key` identifies the module, the checks that it has passed,
 * and its limits. The key includes the checks, because a player may consist of an engine's bytes but is checked
 * differently than the engine.
 */
export async function meteredAs(key: string, make: () => MeteredModule): Promise<MeteredModule> {
  const kept = await cachedBytes(keyOf('metered 3', sourceKey('meter'), key), () => {
    const { bytes, load } = make();
    return Buffer.concat([new Uint8Array(Float64Array.of(load).buffer), bytes]);
  });
  return { bytes: kept.slice(LOAD_BYTES), load: new DataView(kept.buffer).getFloat64(0, true) };
}

/** The cached file starts with the module's load, as a 64-bit number. */
const LOAD_BYTES = 8;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
