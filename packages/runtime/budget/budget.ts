import type { AnyGame } from '@ludus/game/game.ts';
import type { FuelBudget } from './fuel.ts';

/** CPU time limit of a player. Times are CPU time as the operating system counts it, not wall-clock time. */
export interface CpuBudget {
  readonly cpuMs: number;
  /**
   * With `match`, the limit is for all rounds together. With `move`, the limit is for each round, no matter how long
   * the other rounds took.
   */
  readonly per: 'match' | 'move';
  /**
   * Free CPU time before the program receives its first message. In this time, an interpreter or a virtual machine can
   * start.
   */
  readonly startMs: number;
}

export const DEFAULT_CPU_BUDGET: CpuBudget = { cpuMs: 1000, per: 'match', startMs: 2000 };

/** The game that a player plays, and the limits that the user requested. */
interface BudgetRequest {
  readonly game: Pick<AnyGame, 'budget'>;
  readonly limits?: Partial<Pick<CpuBudget, 'cpuMs' | 'startMs'>> | undefined;
}

/** A player's limit of CPU time: the requested limit, or else the game's limit. */
export function cpuBudget({ game, limits = {} }: BudgetRequest): CpuBudget {
  const { cpuMs = game.budget.cpuMs, startMs = DEFAULT_CPU_BUDGET.startMs } = limits;
  return { cpuMs, per: game.budget.per, startMs };
}

/** A player's limit of fuel, in seconds of fuel: the requested limit, or else the game's limit. */
export function fuelBudget(allowed: BudgetRequest): FuelBudget {
  const { cpuMs, per } = cpuBudget(allowed);
  return { seconds: cpuMs / 1000, per };
}

/**
 * Time in milliseconds that a system may wrongly charge to a process, for an interrupt or for a pause of the virtual
 * machine. Such an error is rare (once in thousands of matches) and small, but it could use up a budget of a few
 * milliseconds.
 */
export const GRACE_MS = 25;

/** Converts the system's running total (nanoseconds) into the used share of a budget (0 to 1 and above). */
export class Meter {
  readonly budget: CpuBudget;
  /** CPU time that isn't charged: the time for the start and, with a budget per move, for previous moves. */
  private freeNs: number | undefined;
  private highest = 0;

  constructor(budget: CpuBudget) {
    this.budget = budget;
  }

  /** Called when the program has started and waits for input. `cpuNs` is the program's CPU time so far. */
  started(cpuNs: number): void {
    this.freeNs = this.uncountedNs(cpuNs);
  }

  /** Whether the player is over its budget if its CPU time so far is `cpuNs`. */
  isOver(cpuNs: number): boolean {
    return this.share(cpuNs) > 1 + GRACE_MS / this.budget.cpuMs;
  }

  /**
   * The used share of the budget if the player's CPU time so far is `cpuNs`. Above 1, only the grace period remains.
   */
  share(cpuNs: number): number {
    return Math.max(0, cpuNs - this.uncountedNs(cpuNs)) / (this.budget.cpuMs * 1e6);
  }

  /** Called when an answer has arrived. `cpuNs` is the player's CPU time so far, none of which is charged again. */
  answered(cpuNs: number): void {
    this.highest = Math.max(this.highest, this.share(cpuNs));
    if (this.budget.per === 'move') this.freeNs = cpuNs;
  }

  /**
   * The value that a runner's `used` returns. With a budget per match, this is the share that all moves so far have
   * used. With a budget per move, it is the share that the longest move used.
   */
  used(): number {
    return Math.min(1, this.highest);
  }

  /** Seconds of the budget left in this round or match, if the player's CPU time so far is `cpuNs`. */
  leftSeconds(cpuNs: number): number {
    return Math.max(0, 1 - this.share(cpuNs)) * (this.budget.cpuMs / 1000);
  }

  private uncountedNs(cpuNs: number): number {
    return this.freeNs ?? Math.min(cpuNs, this.budget.startMs * 1e6);
  }
}
