import type { CpuBudget } from '../budget/budget.ts';
import type { ProcessLimits } from '../groups/launch.ts';

/**
 * The limits of a player that is a process. Each limit has a default. Wall-clock limits affect only players that do
 * nothing at all.
 */
export interface SessionLimits {
  /** If absent, no budget is counted. */
  readonly cpu?: CpuBudget;
  /** Limit on the memory of all the player's processes together, private and shared, in bytes. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Whether to use control groups if available. */
  readonly groups: boolean;
  /** Maximum number of budget requests per question. */
  readonly budgetLines: number;
  /** Maximum size of one answer, in bytes. */
  readonly answerBytes: number;
  /** Limit of bytes on standard error over the whole match. Writing more is the fault `flood`. */
  readonly errorBytes: number;
  /**
   * Time for which a player may sleep without using the CPU, in milliseconds. A player that sleeps longer is treated as
   * if it didn't answer.
   */
  readonly asleepMs: number;
  /**
   * Limit on the player's sleep during all questions together, in milliseconds. A tenth of a second per question is
   * free. If absent, the limit is three times `asleepMs`.
   */
  readonly asleepInAllMs?: number;
  /**
   * The backstop: wall-clock limit of one answer, in milliseconds. Time for which the player's threads waited for a CPU
   * isn't counted.
   */
  readonly wallMs: number;
  /** Wall-clock limit of all the player's answers together, in milliseconds. */
  readonly wallInAllMs: number;
  /** Time for a player to exit by itself after the match, in milliseconds. */
  readonly graceMs: number;
}

export const DEFAULT_LIMITS: SessionLimits = {
  memoryBytes: 2 ** 30,
  processes: 64,
  groups: true,
  budgetLines: 100,
  answerBytes: 2 ** 20,
  errorBytes: 16 * 2 ** 20,
  asleepMs: 10_000,
  wallMs: 120_000,
  wallInAllMs: 900_000,
  graceMs: 500,
};

/** The limits that the kernel enforces from the start of the player on. */
export function launchLimits({ memoryBytes, cpu }: SessionLimits): ProcessLimits {
  return {
    // These limits are generous, because the watchdog enforces the exact limits. The kernel's limits only stop a
    // runaway process between two checks.
    memoryBytes: Math.max(memoryBytes, 2 ** 30) * 1.25,
    allMemoryBytes: memoryBytes,
    ...(cpu?.per === 'match' && { cpuSeconds: (cpu.cpuMs + cpu.startMs) / 1000 + 2 }),
  };
}

/** The limits for a process with several seats. Limits for a whole match grow with the number of seats. */
export function forSeats(seats: number, limits: Partial<SessionLimits> = {}): Partial<SessionLimits> {
  const { asleepMs, wallInAllMs, asleepInAllMs = 3 * asleepMs } = { ...DEFAULT_LIMITS, ...limits };
  return {
    errorBytes: Number.POSITIVE_INFINITY,
    asleepInAllMs: seats * asleepInAllMs,
    wallInAllMs: seats * wallInAllMs,
  };
}
