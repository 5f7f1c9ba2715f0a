import type { CppSdk } from '@ludus/runtime/build/cpp-sdk.ts';
import type { Libraries } from '@ludus/runtime/game-parts.ts';

/**
 * What a game has for files and processes: `parts` in its `node.ts`, beside `commands`. Optional, and never loaded by a browser. Paths are
 * absolute (`fileURLToPath(new URL(…, import.meta.url))`); files that are named so stand in no other module of a game.
 */
export interface NodeParts {
  /** C++ players are compiled against these headers and loaded; the kit's `image` says what they see. */
  readonly cpp?: CppSdk;
  /** The module that exports `follow`, for players that are modules and run as programs: usually `player/host.ts`. */
  readonly follow?: string;
  /** What players that are programs can use. */
  readonly libraries?: Libraries;
}
