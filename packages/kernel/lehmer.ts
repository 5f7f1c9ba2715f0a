/**
 * The Lehmer generator x ← 48271·x mod (2³¹−1) of the original programs (docs/cylinder.md §2.1), in 32-bit integer
 * arithmetic. Its state is the number x, 1 … 2³¹−2; code on a hot path keeps x in a typed array and calls `advance`
 * directly.
 */
export const LEHMER_MODULUS = 0x7fffffff;
const MULTIPLIER = 48271;
// A local copy of the constant is compiled into the code. An exported constant is loaded from memory each time.
const MODULUS = LEHMER_MODULUS;

/**
 * The initial state for `seed`: 1 + |s| mod (2³¹−2), where `s` is the seed as a signed 32-bit number. A larger seed
 * wraps around.
 */
export function seedState(seed: number): number {
  return 1 + (Math.abs(seed | 0) % (LEHMER_MODULUS - 1));
}

/**
 * 48271·x mod (2³¹−1). The product has 47 bits. It is folded in two parts below 2³², so 32-bit arithmetic is enough;
 * floating point would take three times as long. The remainder, below 3.8·10⁹, is folded once more.
 */
export function advance(x: number): number {
  const low = Math.imul(x & 0x7fff, MULTIPLIER);
  const high = Math.imul(x >>> 15, MULTIPLIER);
  const sum = (low + (high >>> 16) + ((high & 0xffff) << 15)) | 0;
  return (sum & MODULUS) + (sum >>> 31);
}

/** A separate generator for all code outside hot paths: players, map generators, tests. */
export class Lehmer {
  /** 1 … 2³¹−2 */
  state: number;

  constructor(seed: number) {
    this.state = seedState(seed);
  }

  seed(seed: number): void {
    this.state = seedState(seed);
  }

  /** Returns the next number, from 0 to 2³¹−3. */
  next(): number {
    this.state = advance(this.state);
    return this.state - 1;
  }

  /** An integer from `low` to `high` (inclusive): low + next() mod (high − low + 1), as in the originals. */
  range(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }

  /** Returns the numbers from 0 to n−1 in random order. Draws n random numbers, including one for the last element. */
  permutation(n: number): number[] {
    const order = Array.from({ length: n }, (_, i) => i);
    for (let i = 0; i < n; i++) {
      const j = this.range(i, n - 1);
      const kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    return order;
  }
}
