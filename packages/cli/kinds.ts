import { cppKind, wasmKind } from '@ludus/runtime/cpp-kinds.ts';
import { builtinKind } from '@ludus/runtime/inprocess/builtin.ts';
import { moduleKind } from '@ludus/runtime/inprocess/module.ts';
import { processKind } from '@ludus/runtime/process/process-kind.ts';
import type { PlayerKind } from '@ludus/runtime/resolve.ts';
import { scriptKind } from '@ludus/runtime/script-kind.ts';

/** All ways to name a player, in the order in which they are tried. */
export const PLAYER_KINDS: readonly PlayerKind[] = [
  builtinKind,
  cppKind,
  scriptKind,
  wasmKind,
  processKind,
  moduleKind,
];
