/**
 * The index of the first byte that is `most` or more; −1 without one. Looks at four at once where it can: lists of actions are long
 * and as a rule all right.
 * @param most 1 … 255
 */
export function firstAbove(bytes: Uint8Array, most: number): number {
  let at = 0;
  if (most <= 0x80 && bytes.byteOffset % 4 === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    // Sets a byte's highest bit where it is too large; bytes below 0x80 do not carry into the next one, others have it anyway.
    const rest = Math.imul(0x80 - most, 0x01010101);
    let word = 0;
    while (word < words.length && ((words[word] | (words[word] + rest)) & 0x80808080) === 0) word++;
    at = 4 * word;
  }
  while (at < bytes.length && bytes[at] < most) at++;
  return at < bytes.length ? at : -1;
}
