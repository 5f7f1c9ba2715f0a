import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { engineBytes, guestModules, meteredPython, pythonHome } from '@ludus/runtime/kinds.ts';
import { DEFAULT_MEMORY_BYTES, type GuestModules } from '@ludus/runtime/parts.ts';
import type { PythonSite } from '../match/packed.ts';

/** By game: the modules that run TypeScript players in a separate engine. */
export type GuestModulesByGame = Readonly<Record<string, GuestModules>>;
/** By game: the folders of the Python SDK, for games that allow players in Python. */
export type PythonSdkFolders = Readonly<Record<string, readonly string[]>>;

/** The files in `run/` that `match/fuel-parts.ts` loads: a function for each name that returns its bytes. */
export function runFiles(
  guests: GuestModulesByGame,
  pythons: PythonSdkFolders,
): ReadonlyMap<string, () => Promise<Uint8Array>> {
  const eraser = (file: string) => async () =>
    readFileSync(new URL(file, import.meta.resolve('@swc/wasm-typescript-esm')));
  const guestFiles = Object.entries(guests).map(
    ([game, guest]) =>
      [`guest-${game}.json`, async () => Buffer.from(JSON.stringify(await guestModules(guest)))] as const,
  );
  const python = (): Promise<Uint8Array<ArrayBuffer>> => meteredPython(DEFAULT_MEMORY_BYTES);
  const pythonFiles = Object.entries(pythons).map(
    ([game, folders]) =>
      [
        `python-${game}.json`,
        async () => {
          const sha256 = createHash('sha256')
            .update(await python())
            .digest('hex');
          return Buffer.from(JSON.stringify({ sha256, home: pythonHome(game, folders) } satisfies PythonSite));
        },
      ] as const,
  );
  return new Map<string, () => Promise<Uint8Array>>([
    ['engine.wasm', async () => engineBytes()],
    ['erase.js', eraser('./wasm.js')],
    ['erase.wasm', eraser('./wasm_bg.wasm')],
    ...guestFiles,
    ...(pythonFiles.length > 0 ? [['python.wasm', python] as const, ...pythonFiles] : []),
  ]);
}

/** The SDK modules that Python players import, by game. */
export const pythonModules = (pythons: PythonSdkFolders): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(pythons).map(([game, folders]) => [
      game,
      pythonHome(game, folders).sdk.map(({ name }) => name.replace(/\.py$/, '')),
    ]),
  );
