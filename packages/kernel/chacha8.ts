/**
 * ChaCha with 8 rounds: maps a 256-bit key, a stream, and a counter to 16 words of 32 bits. The words reveal nothing
 * about the key or about the words of other counters. The block function follows RFC 8439 §2.3, but has 8 rounds, and a
 * counter and a stream of 32 bits each.
 */
export function chacha8Block(key: Uint32Array, stream: number, counter: number, out: Uint32Array): void {
  const input = new Uint32Array(16);
  input.set(SIGMA);
  input.set(key.subarray(0, 8), 4);
  input[12] = counter;
  input[13] = stream;
  const x = input.slice();
  for (let round = 0; round < 8; round += 2) {
    quarter(x, 0, 4, 8, 12);
    quarter(x, 1, 5, 9, 13);
    quarter(x, 2, 6, 10, 14);
    quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15);
    quarter(x, 1, 6, 11, 12);
    quarter(x, 2, 7, 8, 13);
    quarter(x, 3, 4, 9, 14);
  }
  for (let word = 0; word < 16; word++) out[word] = x[word] + input[word];
}

/** “expand 32-byte k” */
const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 7);
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
