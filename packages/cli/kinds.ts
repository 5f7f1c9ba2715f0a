import { cppKind, wasmKind } from '@ludus/runtime/build/kinds.ts';
import { metered } from '@ludus/runtime/inprocess/metered.ts';
import { cpuBudget, processKind } from '@ludus/runtime/process/kind.ts';
import type { PlayerKind, ResolveContext } from '@ludus/runtime/resolve.ts';
import type { BuiltinPlayer } from 'ludus/kit.ts';
import { kitOf } from './games.ts';
import { moduleKind } from './module-player.ts';

/** Players that come with Ludus: `Demo`. */
const builtin: PlayerKind = {
  id: 'builtin',
  example: 'Demo',
  accepts: (name, context) => builtinPlayer(name, context) !== undefined,
  prepare(name, context) {
    const player = builtinPlayer(name, context)!;
    if (context.budget === 'none') return { name, open: (output) => player.open(output) };
    // Fuel is WebAssembly's; what runs in this process is counted in processor time under either budget.
    return { name, open: (output) => metered(player.open(output), cpuBudget(context)) };
  },
  list: ({ game }) => kitOf(game).players,
};

function builtinPlayer(name: string, { game }: ResolveContext): BuiltinPlayer | undefined {
  return kitOf(game).players.find((player) => player.name === name);
}

/** All ways to name a player, in the order in which they are tried. */
export const PLAYER_KINDS: readonly PlayerKind[] = [builtin, cppKind, wasmKind, processKind, moduleKind];
