import { readFileSync } from 'node:fs';
import type { GuestModules } from '@ludus/runtime/game-parts.ts';
import { guestModules } from '@ludus/runtime/quickjs/load-guest.ts';
import { engineBytes } from '@ludus/runtime/quickjs/our-engine.ts';

/** By game: what runs players in TypeScript in their own engine. */
export type Guests = Readonly<Record<string, GuestModules>>;

/** The files in `run/` that `match/fuel-parts.ts` loads: for each name, how to get its bytes. */
export function runFiles(guests: Guests): ReadonlyMap<string, () => Promise<Uint8Array>> {
  const eraser = (file: string) => async () =>
    readFileSync(new URL(file, import.meta.resolve('@swc/wasm-typescript-esm')));
  const guestFiles = Object.entries(guests).map(
    ([game, guest]) =>
      [`guest-${game}.json`, async () => Buffer.from(JSON.stringify(await guestModules(guest)))] as const,
  );
  return new Map<string, () => Promise<Uint8Array>>([
    ['engine.wasm', async () => engineBytes()],
    ['erase.js', eraser('./wasm.js')],
    ['erase.wasm', eraser('./wasm_bg.wasm')],
    ...guestFiles,
  ]);
}
