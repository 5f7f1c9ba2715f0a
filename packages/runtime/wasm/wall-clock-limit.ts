import { VoidMatchError } from '../void-match.ts';
import { FUEL_PER_SECOND, WALL_GRACE_MS, WALL_MS_PER_SECOND } from './fuel.ts';

/** Both in milliseconds. */
export interface Clock {
  now(): number;
  /** CPU time; a browser does not tell. */
  cpu?(): number;
}

/** So old a reading of the CPU time may be when a call begins: reading it takes as long as a short call. */
const READING_MS = 10;

/**
 * How long a player's calls take, beside what they are priced at. A machine that is busy with something else costs nobody anything: of a call
 * that takes long by the clock its processor time counts, as far as it is known.
 */
export class WallClockLimit {
  private readonly name: string;
  private readonly clock: Clock;
  private ms = 0;
  private readAt = Number.NEGATIVE_INFINITY;
  private cpuRead = 0;

  constructor(name: string, clock: Clock = CLOCK) {
    this.name = name;
    this.clock = clock;
  }

  /** Begins to time a call; what is given ends it. */
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

  /** What to throw where the calls so far, priced at so many units, took too long; the outcome of the last one does not matter then. */
  exceeded(units: bigint | number): VoidMatchError | undefined {
    const seconds = Number(units) / FUEL_PER_SECOND;
    if (this.ms <= WALL_GRACE_MS + seconds * WALL_MS_PER_SECOND) return undefined;
    const took = `${(this.ms / 1000).toFixed(1)} s for work that is priced at ${seconds.toFixed(3)} s`;
    return new VoidMatchError(this.name, 'slow', `The match is void: ${this.name} took ${took}.`);
  }
}

/** Of this thread; of the process, where only that is told; absent in a browser. */
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
