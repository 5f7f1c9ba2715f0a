import { expect, test } from 'vitest';
import { chacha8Block } from './chacha8.ts';

/** A block as bytes, with the lowest byte of each word first. */
function bytes(key: Uint32Array, stream: number, counter: number): string {
  const out = new Uint32Array(16);
  chacha8Block(key, stream, counter, out);
  return Buffer.from(out.buffer).toString('hex');
}

test('chacha8Block computes the published blocks for key 0', () => {
  const zero = new Uint32Array(8);
  expect(bytes(zero, 0, 0)).toBe(
    '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42',
  );
  expect(bytes(zero, 0, 1)).toMatch(/^d2aefa0deaa5c151bf0adb6c01f2a5ad/);
});

test('chacha8Block gives different words if key, stream, or counter differs', () => {
  const key = Uint32Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
  const seen = new Set([bytes(key, 0, 0), bytes(key, 1, 0), bytes(key, 0, 1), bytes(key, 1, 1)]);
  for (let word = 0; word < 8; word++) seen.add(bytes(key.with(word, 99), 0, 0));
  expect(seen.size).toBe(12);
});
