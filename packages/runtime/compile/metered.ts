import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeteredModule } from '../wasm/meter.ts';
import { meterPlayer } from '../wasm/program.ts';
import { cached, keyOf, treeText } from './cache.ts';

const METER = fileURLToPath(new URL('../wasm', import.meta.url));
let meterKey: string | undefined;

/**
 * A player's module as it is counted, made once per machine. Throws a `ModuleRejectedError` for features that players may not
 * have.
 */
export const meteredOnce = (bytes: Uint8Array<ArrayBuffer>, memoryBytes: number): Promise<MeteredModule> =>
  meteredAs(`player ${hashOf(bytes)} ${memoryBytes}`, () => meterPlayer(bytes, memoryBytes));

/**
 * The metered module, made once per machine. `key`: the module, the checks that it has passed, and its limits, as text. A player may
 * bring the bytes of an engine, and is checked otherwise.
 */
export async function meteredAs(key: string, make: () => MeteredModule): Promise<MeteredModule> {
  meterKey ??= keyOf(treeText(METER));
  const folder = await cached(keyOf('metered 2', meterKey, key), async (partial) => {
    const made = make();
    writeFileSync(join(partial, 'player.wasm'), made.bytes);
    writeFileSync(join(partial, 'load'), String(made.load));
  });
  return {
    bytes: new Uint8Array(readFileSync(join(folder, 'player.wasm'))),
    load: Number(readFileSync(join(folder, 'load'), 'utf8')),
  };
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
