import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, LEHMER_MODULUS, Lehmer, seedState } from './lehmer.ts';

test('the Lehmer generator’s states agree with exact arithmetic', () => {
  const exact = (x: number) => Number((BigInt(x) * 48271n) % BigInt(LEHMER_MODULUS));
  for (const x of [1, 2, 0x7fff, 0x8000, 0xffff, 0x10000, LEHMER_MODULUS - 1]) expect(advance(x)).toBe(exact(x));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: LEHMER_MODULUS - 1 }), (x) => advance(x) === exact(x)),
    { numRuns: 5000 },
  );
});

test('the Lehmer generator uses a seed’s absolute value, wrapped at 32 bits', () => {
  expect(seedState(-7)).toBe(seedState(7));
  expect(seedState(0)).toBe(1);
  expect(seedState(2147483647 + 2)).toBe(seedState(2147483647));
  expect(seedState(2147483646)).toBe(1);
});

test('permutation draws n numbers, and returns every value once', () => {
  const generator = new Lehmer(5);
  const other = new Lehmer(5);
  expect(generator.permutation(4).sort()).toEqual([0, 1, 2, 3]);
  for (let i = 0; i < 4; i++) other.next();
  expect(generator.state).toBe(other.state);
});

test('the Lehmer generator restarts when it gets a new seed', () => {
  const generator = new Lehmer(5);
  const first = [generator.next(), generator.next()];
  generator.seed(-5);
  expect([generator.next(), generator.next()]).toEqual(first);
});
