import { cppKind, wasmKind } from '@ludus/runtime/build/kinds.ts';
import { metered } from '@ludus/runtime/inprocess/metered.ts';
import { cpuBudget, processKind } from '@ludus/runtime/process/kind.ts';
import type { PlayerKind } from '@ludus/runtime/resolve.ts';
import { BUILTIN_PLAYERS } from 'ludus/players.ts';
import { moduleKind } from './module-player.ts';

/** Players that come with Ludus: `Demo`. */
const builtin: PlayerKind = {
  id: 'builtin',
  example: 'Demo',
  accepts: (name, { game }) => BUILTIN_PLAYERS.some((player) => player.game === game.id && player.name === name),
  prepare(name, { game, budget, limits }) {
    const player = BUILTIN_PLAYERS.find((each) => each.game === game.id && each.name === name)!;
    if (budget === 'none') return { name, open: (output) => player.open(output) };
    // Fuel is WebAssembly's; what runs in this process is counted in processor time under either budget.
    return { name, open: (output) => metered(player.open(output), cpuBudget({ game, limits })) };
  },
  list: ({ game }) => BUILTIN_PLAYERS.filter((player) => player.game === game.id),
};

/** All ways to name a player, in the order in which they are tried. */
export const PLAYER_KINDS: readonly PlayerKind[] = [builtin, cppKind, wasmKind, processKind, moduleKind];
