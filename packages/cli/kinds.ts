import { cppKind, moduleKind, processKind, rustKind, scriptKind, wasmKind } from '@ludus/runtime/kinds.ts';
import { builtinKind } from '@ludus/runtime/parts.ts';
import type { PlayerKind } from '@ludus/runtime/resolve.ts';

/** All kinds of players, in the order in which a name is compared with them. */
export const PLAYER_KINDS: readonly PlayerKind[] = [
  builtinKind,
  cppKind,
  scriptKind,
  rustKind,
  wasmKind,
  processKind,
  moduleKind,
];
