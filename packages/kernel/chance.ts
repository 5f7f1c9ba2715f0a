/**
 * The generator for games with hidden information: sfc32, whose 128-bit state can't be computed from the data that
 * players see. A state contains one generator; `copy` and `mixInto` serve the state's `restore` and `hash`.
 *
 * @example const chance = new Chance(seed); const die = chance.range(1, 6);
 */
export class Chance {
  private readonly words = new Uint32Array(4);

  constructor(seed: number) {
    this.seed(seed);
  }

  /** Reseeds the generator with an integer of at most 53 bits, which may be negative. */
  seed(seed: number): void {
    const { words } = this;
    words[0] = seed;
    words[1] = Math.floor(seed / 2 ** 32);
    words[2] = 0x9e3779b9;
    words[3] = 1;
    for (let n = 0; n < 12; n++) this.next();
  }

  copy({ words }: Chance): void {
    this.words.set(words);
  }

  mixInto(hash: number, mix: (hash: number, value: number) => number): number {
    return this.words.reduce(mix, hash);
  }

  /** Returns a 32-bit integer, 0 … 2³²−1. */
  next(): number {
    const { words } = this;
    const sum = (words[0] + words[1] + words[3]++) >>> 0;
    words[0] = words[1] ^ (words[1] >>> 9);
    words[1] = words[2] + (words[2] << 3);
    words[2] = ((words[2] << 21) | (words[2] >>> 11)) + sum;
    return sum;
  }

  /** Returns an integer from `low` to `high` (inclusive), uniformly distributed. */
  range(low: number, high: number): number {
    const count = high - low + 1;
    const fair = 2 ** 32 - (2 ** 32 % count);
    let drawn = this.next();
    while (drawn >= fair) drawn = this.next();
    return low + (drawn % count);
  }

  /** Shuffles a list. */
  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.range(0, i);
      const kept = list[i];
      list[i] = list[j];
      list[j] = kept;
    }
    return list;
  }
}
