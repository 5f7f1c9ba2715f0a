import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeteredModule } from '../wasm/meter.ts';
import { meterPlayer } from '../wasm/program.ts';
import { cached, keyOf, treeText } from './cache.ts';

const METER = fileURLToPath(new URL('../wasm', import.meta.url));
let meterKey: string | undefined;

/** A player's module as it is counted, made once per machine. What players may not have is thrown as a `ModuleRejectedError`. */
export async function meteredOnce(bytes: Uint8Array<ArrayBuffer>, memoryBytes: number): Promise<MeteredModule> {
  meterKey ??= keyOf(treeText(METER));
  const module = createHash('sha256').update(bytes).digest('hex');
  const folder = await cached(keyOf('metered 1', meterKey, module, String(memoryBytes)), async (partial) => {
    const made = meterPlayer(bytes, memoryBytes);
    writeFileSync(join(partial, 'player.wasm'), made.bytes);
    writeFileSync(join(partial, 'load'), String(made.load));
  });
  return {
    bytes: new Uint8Array(readFileSync(join(folder, 'player.wasm'))),
    load: Number(readFileSync(join(folder, 'load'), 'utf8')),
  };
}
