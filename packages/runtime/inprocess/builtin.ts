import { cpuBudget } from '../process/kind.ts';
import type { PlayerKind } from '../resolve.ts';
import { metered } from './metered.ts';

/** Players that come with a game: `Demo`. */
export const builtinKind: PlayerKind = {
  id: 'builtin',
  example: 'Demo',
  accepts: (name, { players }) => players?.some((player) => player.name === name) ?? false,
  prepare(name, context) {
    const player = context.players!.find((each) => each.name === name)!;
    if (context.budget === 'none') return { name, open: (output) => player.open(output) };
    // Fuel is WebAssembly's; what runs in this process is counted in processor time under either budget.
    return { name, open: (output) => metered(player.open(output), cpuBudget(context)) };
  },
  // They are trusted.
  fits: () => 'none',
  list: ({ players = [] }) => players,
};
