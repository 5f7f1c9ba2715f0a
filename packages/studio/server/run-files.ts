import { readFileSync } from 'node:fs';
import type { GuestModules } from '@ludus/runtime/game-parts.ts';
import { guestModules } from '@ludus/runtime/quickjs/load-guest.ts';
import { engineBytes } from '@ludus/runtime/quickjs/our-engine.ts';

/** By game: what runs players in TypeScript in their own engine. */
export type Guests = Readonly<Record<string, GuestModules>>;

/** What lies in `run/`, as `match/fuel-parts.ts` fetches it: by name, how its bytes are had. */
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
