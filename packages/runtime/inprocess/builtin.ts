import { cpuBudget } from '../budget/cpu-budget.ts';
import type { PlayerKind } from '../resolve.ts';
import { metered } from './metered.ts';

/** Players that come with a game: `Demo`. */
export const builtinKind: PlayerKind = {
  id: 'builtin',
  example: 'Demo',
  accepts: (name, { players }) => players?.some((player) => player.name === name) ?? false,
  prepare(name, context) {
    const player = context.players!.find((each) => each.name === name)!;
    // Fuel is WebAssembly's, and a match under it is the same everywhere: CPU time has no say in it.
    if (context.budget !== 'cpu') return { name, isBuiltin: true, open: (output) => player.open(output) };
    return { name, isBuiltin: true, open: (output) => metered(player.open(output), cpuBudget(context)) };
  },
  // They are trusted.
  fits: () => 'none',
  list: ({ players = [] }) => players,
};
