import type { ResolveContext } from '../resolve.ts';
import { type CpuBudget, DEFAULT_CPU_BUDGET } from './budget.ts';

/** The processor time that a player gets: as the game says, or as it was asked for. */
export function cpuBudget({ game, limits = {} }: Pick<ResolveContext, 'game' | 'limits'>): CpuBudget {
  return {
    ...DEFAULT_CPU_BUDGET,
    ...game.budget,
    ...(limits.cpuMs !== undefined && { cpuMs: limits.cpuMs }),
    ...(limits.startMs !== undefined && { startMs: limits.startMs }),
  };
}
