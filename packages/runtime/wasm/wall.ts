import { MatchVoid } from '../void.ts';
import { FUEL_PER_SECOND, WALL_GRACE_MS, WALL_MS_PER_SECOND } from './fuel.ts';

/** How long a player's calls take by the clock, beside what they are priced at. */
export class WallLimit {
  private readonly name: string;
  private readonly now: () => number;
  private ms = 0;

  /** `now`: a clock, in milliseconds. */
  constructor(name: string, now: () => number = () => performance.now()) {
    this.name = name;
    this.now = now;
  }

  /** Begins to time a call; what is given ends it. */
  begin(): () => void {
    const begun = this.now();
    return () => {
      this.ms += this.now() - begun;
    };
  }

  /** What to throw where the calls so far, priced at so many units, took too long; the outcome of the last one does not matter then. */
  exceeded(units: bigint | number): MatchVoid | undefined {
    const seconds = Number(units) / FUEL_PER_SECOND;
    if (this.ms <= WALL_GRACE_MS + seconds * WALL_MS_PER_SECOND) return undefined;
    const took = `${(this.ms / 1000).toFixed(1)} s for work that is priced at ${seconds.toFixed(3)} s`;
    return new MatchVoid(this.name, 'slow', `The match is void: ${this.name} took ${took}.`);
  }
}
