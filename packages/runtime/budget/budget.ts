import type { AnyGame } from '@ludus/game/game.ts';
import type { FuelBudget } from './fuel.ts';

/** CPU time limit of a player. Times are CPU time as the operating system counts it, not wall-clock time. */
export interface CpuBudget {
  readonly cpuMs: number;
  /** `match`: for all rounds together. `move`: for each round, whatever the other rounds took. */
  readonly per: 'match' | 'move';
  /** Free CPU time before the program receives its first message: for the start of an interpreter or a virtual machine. */
  readonly startMs: number;
}

export const DEFAULT_CPU_BUDGET: CpuBudget = { cpuMs: 1000, per: 'match', startMs: 2000 };

/** A player's game, and the requested limits. */
interface Allowed {
  readonly game: Pick<AnyGame, 'budget'>;
  readonly limits?: Partial<Pick<CpuBudget, 'cpuMs' | 'startMs'>> | undefined;
}

/** The player's CPU time: the requested limit, or else the game's. */
export function cpuBudget({ game, limits = {} }: Allowed): CpuBudget {
  const { cpuMs = game.budget.cpuMs, startMs = DEFAULT_CPU_BUDGET.startMs } = limits;
  return { cpuMs, per: game.budget.per, startMs };
}

/** The same limit in fuel. */
export function fuelBudget(allowed: Allowed): FuelBudget {
  const { cpuMs, per } = cpuBudget(allowed);
  return { seconds: cpuMs / 1000, per };
}

/**
 * Time that systems wrongly charge to a process: an interrupt while it ran, or a pause of the virtual machine. It is
 * rare (once in thousands of matches) and short, but it could use up a budget of a few milliseconds.
 */
export const GRACE_MS = 25;

/** Converts the system's running total (nanoseconds) into the used share of a budget (0 to 1 and above). */
export class Meter {
  readonly budget: CpuBudget;
  /** CPU time that does not count: the start's and, with a budget per move, that of previous moves. */
  private freeNs: number | undefined;
  private highest = 0;

  constructor(budget: CpuBudget) {
    this.budget = budget;
  }

  /** Called when the program has started and waits for input; the total is now `cpuNs`. */
  started(cpuNs: number): void {
    this.freeNs = this.uncountedNs(cpuNs);
  }

  /** Whether the player is over its budget if the total is now `cpuNs`. */
  isOver(cpuNs: number): boolean {
    return this.share(cpuNs) > 1 + GRACE_MS / this.budget.cpuMs;
  }

  /** The share used if the total is now `cpuNs`. Above 1, only the grace period remains. */
  share(cpuNs: number): number {
    return Math.max(0, cpuNs - this.uncountedNs(cpuNs)) / (this.budget.cpuMs * 1e6);
  }

  /** Called when an answer arrived at a total of `cpuNs`: settles all use up to that point. */
  answered(cpuNs: number): void {
    this.highest = Math.max(this.highest, this.share(cpuNs));
    if (this.budget.per === 'move') this.freeNs = cpuNs;
  }

  /**
   * The value of a runner's `used`. With a budget per match: all use so far. With a budget per move: that of the
   * longest move.
   */
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
