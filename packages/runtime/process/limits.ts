import type { CpuBudget } from '../budget/budget.ts';

/** What a process player may do; everything has a default. Times of the wall are only for players that do nothing at all. */
export interface SessionLimits {
  /** Absent: no budget is counted. */
  readonly cpu?: CpuBudget;
  /** Private memory of all its processes together, in bytes. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Bytes on standard error over the whole match; beyond is a flood. */
  readonly errorBytes: number;
  /** A player that is asked and sleeps so long, without any processor time, does not answer. */
  readonly asleepMs: number;
  /** The backstop: one answer takes longer than this by the wall. */
  readonly wallMs: number;
  /** How long a player may take to end by itself after the match. */
  readonly graceMs: number;
}

export const DEFAULT_LIMITS: SessionLimits = {
  memoryBytes: 2 ** 30,
  processes: 64,
  answerBytes: 2 ** 20,
  errorBytes: 16 * 2 ** 20,
  asleepMs: 10_000,
  wallMs: 120_000,
  graceMs: 500,
};
