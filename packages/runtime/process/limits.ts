import type { CpuBudget } from '../budget/budget.ts';
import type { ProcessLimits } from '../groups/launch.ts';

/** The limits of a process player; each has a default. Times of the wall are only for players that do nothing at all. */
export interface SessionLimits {
  /** Absent: no budget is counted. */
  readonly cpu?: CpuBudget;
  /** Memory of all its processes together, in bytes: their own, and what they share. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Whether control groups are used if there are any. */
  readonly groups: boolean;
  /** How often it may ask for its budget in one question. */
  readonly budgetLines: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Bytes on standard error over the whole match; beyond is a flood. */
  readonly errorBytes: number;
  /** Sleep without any CPU time, in milliseconds, after which a player that is asked counts as not answering. */
  readonly asleepMs: number;
  /** Limit of its sleep in all questions together, in milliseconds; a tenth of a second in each is free. Absent: three times `asleepMs`. */
  readonly asleepInAllMs?: number;
  /** The backstop: wall-clock time of one answer, without what its threads waited for a processor. */
  readonly wallMs: number;
  /** Wall-clock limit of all its answers together, in milliseconds. */
  readonly wallInAllMs: number;
  /** How long a player may take to end by itself after the match. */
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

/** The limits for the kernel at the start of the player. */
export function launchLimits({ memoryBytes, cpu }: SessionLimits): ProcessLimits {
  return {
    // Generous: the watchdog decides, these stop what runs away between two of its looks.
    memoryBytes: Math.max(memoryBytes, 2 ** 30) * 1.25,
    allMemoryBytes: memoryBytes,
    ...(cpu?.per === 'match' && { cpuSeconds: (cpu.cpuMs + cpu.startMs) / 1000 + 2 }),
  };
}

/** The limits of a whole match, for a process with several seats. */
export function forSeats(seats: number, limits: Partial<SessionLimits> = {}): Partial<SessionLimits> {
  const { asleepMs, wallInAllMs, asleepInAllMs = 3 * asleepMs } = { ...DEFAULT_LIMITS, ...limits };
  return {
    errorBytes: Number.POSITIVE_INFINITY,
    asleepInAllMs: seats * asleepInAllMs,
    wallInAllMs: seats * wallInAllMs,
  };
}
