const MASK = (1n << 64n) - 1n;

/** Mixes 64 bits with the finalizer of SplitMix64: every bit of the seed affects every bit of the result. */
function mix64(value: bigint): bigint {
  let z = value & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/**
 * The map generator's random number generator: 128 bits of state in 32-bit integers (Chris Doty-Humphrey's sfc32),
 * initialised from a 64-bit seed. Big integers are used only at the start (docs/angry-mob.md §7.6). The numbers are the
 * same on every machine, and golden maps depend on each draw.
 */
export class MapRandom {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** `attempt` selects a different stream of the same seed. */
  constructor(seed: bigint, attempt = 0) {
    const low = mix64(seed + 0x9e3779b97f4a7c15n * BigInt(attempt * 2 + 1));
    const high = mix64(low + seed);
    this.a = Number(low & 0xffffffffn) | 0;
    this.b = Number(low >> 32n) | 0;
    this.c = Number(high & 0xffffffffn) | 0;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** 0 … 2³² − 1 */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** An integer from `low` to `high` (inclusive). */
  range(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }

  /** Returns true with this probability, in percent. */
  chance(percent: number): boolean {
    return this.next() % 100 < percent;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.next() % list.length];
  }

  /** Shuffles a list in place. */
  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.range(0, i);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
}
