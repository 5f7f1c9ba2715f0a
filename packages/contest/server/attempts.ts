/** Entrants whose attempts are kept; who has not tried for longest is forgotten first. */
const MAX_ENTRANTS = 10_000;
export const HOUR_MS = 3_600_000;

/** When submissions were refused within the last hour, by entrant: they count against the limit an hour as those that were taken do. */
export class RefusedAttempts {
  private readonly times = new Map<number, readonly number[]>();
  private readonly clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.clock = clock;
  }

  add(entrant: number): void {
    const times = [...this.of(entrant), this.clock()];
    this.times.delete(entrant);
    this.times.set(entrant, times);
    if (this.times.size > MAX_ENTRANTS) this.times.delete(this.times.keys().next().value!);
  }

  /** In milliseconds since 1970, in order. */
  of(entrant: number): readonly number[] {
    const since = this.clock() - HOUR_MS;
    return (this.times.get(entrant) ?? []).filter((time) => time > since);
  }
}
