import type { ResolveContext } from '../resolve.ts';
import { type CpuBudget, DEFAULT_CPU_BUDGET } from './budget.ts';
import type { FuelBudget } from './fuel.ts';

type Allowed = Pick<ResolveContext, 'game' | 'limits'>;

/** The CPU time that a player gets: as the game says, or as it was asked for. */
export function cpuBudget({ game, limits = {} }: Allowed): CpuBudget {
  const { cpuMs = game.budget.cpuMs, startMs = DEFAULT_CPU_BUDGET.startMs } = limits;
  return { cpuMs, per: game.budget.per, startMs };
}

/** The same, in fuel. */
export function fuelBudget(allowed: Allowed): FuelBudget {
  const { cpuMs, per } = cpuBudget(allowed);
  return { seconds: cpuMs / 1000, per };
}
