/** Range of seeds that the boards' generators distinguish: 0 to 2³¹ − 1. */
const SEED_MASK = 0x7fffffff;

/**
 * The seed of a match in an env that was reset with `seed`: 0 to 2³¹ − 1. Neighbouring seeds, matches, and episodes are
 * independent. Match 1 of seed 1 differs from match 0 of seed 2, and the first numbers of their generators differ as
 * well. The matches of one seed and episode all have different seeds, because match numbers are only permuted.
 * @param seed any whole number of at most 53 bits
 * @param episode the number of restarts of the match
 */
export function matchSeed(seed: number, match: number, episode = 0): number {
  const key = scramble(scramble(scramble(seed | 0) ^ Math.floor(seed / 2 ** 32)) + episode);
  let x = (match + key) & SEED_MASK;
  x ^= x >>> 15;
  x = (Math.imul(x, 0x2c1b3c6d) + scramble(key + 1)) & SEED_MASK;
  x ^= x >>> 12;
  x = Math.imul(x, 0x297a2d39) & SEED_MASK;
  return x ^ (x >>> 15);
}

/** Spreads differences in a few bits over all 32 bits, as the last step of MurmurHash3 does. */
function scramble(number: number): number {
  let x = number | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
