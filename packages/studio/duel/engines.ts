import { BASE } from '../app/dress.ts';
import { compileCpp } from '../cpp/client.ts';
import type { FuelNeeds } from '../match/order.ts';
import type { DuelOrder } from './order.ts';

/**
 * A duel of players in their own engines; those in C++ are compiled first. `secret`: of a duel under a budget of fuel; without it
 * nothing is counted, and fuel only ends players that never answer.
 */
export async function underFuel(order: DuelOrder, secret?: string): Promise<DuelOrder> {
  const modules: FuelNeeds['modules'][number][] = [];
  for (const [at, player] of order.players.entries())
    if (player.kind === 'own' && player.language === 'cpp') modules[at] = await compileCpp(BASE, order.game, player);
  return { ...order, fuel: { ...(secret !== undefined && { secret }), base: BASE, modules } };
}
