import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CppGame, CppSdk } from './cpp-sdk.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Headers for all C++ players that are compiled to WebAssembly: the standard headers as in g++, and headers that wasi's
 * library lacks.
 */
export const CPP_FOLDER: string = path('./cpp');
/** Headers that only g++ has. */
export const CPP_FALLBACK: string = path('./cpp/fallback');

const NOTHING = /(?!)/g;

/**
 * Returns a `CppGame` for C++ players that are programs with the line protocol, and don't use the game's headers. When
 * these programs are compiled to WebAssembly, they read standard input and write standard output, as they do natively.
 * `headers`: files that they may include.
 */
export function programGame(
  game: { readonly id: string; readonly title: string },
  headers: readonly string[] = [],
): CppGame {
  const runtime = path('./cpp/runtime/program.cc');
  const sdk: CppSdk = {
    include: [...new Set(headers.map((header) => dirname(header))), CPP_FOLDER],
    fallback: CPP_FALLBACK,
    prefix: 'ludus/std.hh',
    runtime: { host: runtime, player: runtime, wasm: runtime },
    ownHeaders: NOTHING,
    words: NOTHING,
    isProgram: true,
  };
  return { id: game.id, title: game.title, sdk };
}
