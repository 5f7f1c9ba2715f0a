import type { AnyGame } from '@ludus/game/game.ts';
import type { FuelBudget } from './fuel.ts';

/** How much CPU time a player gets. Times are CPU time as the operating system counts it, never the wall's. */
export interface CpuBudget {
  readonly cpuMs: number;
  /** `match`: for all rounds together. `move`: for each, whatever the others took. */
  readonly per: 'match' | 'move';
  /** Free CPU time before the program receives its first message: for the start of an interpreter or a virtual machine. */
  readonly startMs: number;
}

export const DEFAULT_CPU_BUDGET: CpuBudget = { cpuMs: 1000, per: 'match', startMs: 2000 };

/** A player's game, and the limits that were asked for. */
interface Allowed {
  readonly game: Pick<AnyGame, 'budget'>;
  readonly limits?: Partial<Pick<CpuBudget, 'cpuMs' | 'startMs'>> | undefined;
}

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

/**
 * Time that systems wrongly charge to a process: an interrupt that came while it ran, or a pause of the virtual machine. It is
 * rare (once in thousands of matches) and not much, but a budget of some milliseconds would be gone by it.
 */
export const GRACE_MS = 25;

/** Turns the system's running total into the share of a budget that is used. Nanoseconds in, shares (0 … 1 and above) out. */
export class Meter {
  readonly budget: CpuBudget;
  /** CPU time that does not count: the start's, and with a budget per move that of the moves before. */
  private freeNs: number | undefined;
  private highest = 0;

  constructor(budget: CpuBudget) {
    this.budget = budget;
  }

  /** The program has started, and waits for input; the total is now `cpuNs`. */
  started(cpuNs: number): void {
    this.freeNs = this.uncountedNs(cpuNs);
  }

  /** Whether the player is over its budget if the total is now `cpuNs`. */
  isOver(cpuNs: number): boolean {
    return this.share(cpuNs) > 1 + GRACE_MS / this.budget.cpuMs;
  }

  /** The share used if the total is now `cpuNs`; above 1 only the grace is left. */
  share(cpuNs: number): number {
    return Math.max(0, cpuNs - this.uncountedNs(cpuNs)) / (this.budget.cpuMs * 1e6);
  }

  /** An answer came when the total was `cpuNs`: what is used up to here is settled. */
  answered(cpuNs: number): void {
    this.highest = Math.max(this.highest, this.share(cpuNs));
    if (this.budget.per === 'move') this.freeNs = cpuNs;
  }

  /** The meaning of a runner's `used`: with a budget per match, all of it so far; with one per move, that of the longest move. */
  used(): number {
    return Math.min(1, this.highest);
  }

  /** Seconds left in this round, or match. */
  leftSeconds(cpuNs: number): number {
    return Math.max(0, 1 - this.share(cpuNs)) * (this.budget.cpuMs / 1000);
  }

  private uncountedNs(cpuNs: number): number {
    return this.freeNs ?? Math.min(cpuNs, this.budget.startMs * 1e6);
  }
}
