import { FUEL_PER_SECOND, WALL_GRACE_MS, WALL_MS_PER_SECOND } from '../budget/fuel.ts';
import { type VoidMatchError, voidMatch } from '../void-match.ts';

/** The clocks that measure a call. Both return milliseconds. */
export interface Clock {
  now(): number;
  /** CPU time. Absent in a browser, which doesn't report CPU time. */
  cpu?(): number;
}

/**
 * Maximum age of a CPU time reading when a call begins, in milliseconds. Reading the CPU time takes as long as a short
 * call.
 */
const READING_MS = 10;

/**
 * Compares the time of a player's calls with their price. A busy machine must not harm a player. If a call takes a long
 * wall-clock time, the call's CPU time is compared instead, if known.
 */
export class WallClockLimit {
  private readonly name: string;
  private readonly clock: Clock;
  private readonly msPerSecond: number;
  private ms = 0;
  private readAt = Number.NEGATIVE_INFINITY;
  private cpuRead = 0;

  /** `discount` is the divisor for the price of the work. */
  constructor(name: string, clock: Clock = CLOCK, discount = 1) {
    this.name = name;
    this.clock = clock;
    this.msPerSecond = discount * WALL_MS_PER_SECOND;
  }

  /** Starts timing a call. The function that it returns stops the timing. */
  begin(): () => void {
    const { clock } = this;
    const begun = clock.now();
    if (clock.cpu && begun - this.readAt >= READING_MS) {
      this.readAt = begun;
      this.cpuRead = clock.cpu();
    }
    return () => {
      const took = clock.now() - begun;
      this.ms += clock.cpu && took >= READING_MS ? Math.min(took, clock.cpu() - this.cpuRead) : took;
    };
  }

  /**
   * The error to throw if the calls so far took too long for their price. In that case, the last call's result must be
   * ignored.
   */
  exceeded(units: bigint | number): VoidMatchError | undefined {
    const seconds = Number(units) / FUEL_PER_SECOND;
    if (this.ms <= WALL_GRACE_MS + seconds * this.msPerSecond) return undefined;
    return voidMatch(this.name, 'slow', this.ms / 1000, seconds);
  }
}

/** Returns a function that reads the CPU time of this thread, or else of the process; undefined in a browser. */
const reader = (): (() => NodeJS.CpuUsage) | undefined => {
  const { threadCpuUsage, cpuUsage } = (globalThis.process ?? {}) as Partial<NodeJS.Process>;
  return threadCpuUsage ?? cpuUsage;
};

const CLOCK: Clock = {
  now: () => performance.now(),
  ...(reader() && {
    cpu: () => {
      const { user, system } = reader()!.call(process);
      return (user + system) / 1000;
    },
  }),
};
