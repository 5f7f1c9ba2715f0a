import { cppKind, moduleKind, processKind, rustKind, scriptKind, wasmKind } from '@ludus/runtime/kinds.ts';
import { builtinKind } from '@ludus/runtime/parts.ts';
import type { PlayerKind } from '@ludus/runtime/resolve.ts';

/** All ways to name a player, in the order of their use. */
export const PLAYER_KINDS: readonly PlayerKind[] = [
  builtinKind,
  cppKind,
  scriptKind,
  rustKind,
  wasmKind,
  processKind,
  moduleKind,
];
