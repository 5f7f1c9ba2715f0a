/** The start value of FNV-1a over 32-bit numbers, the hash for comparing states. The order of the numbers matters. */
export const HASH_START = 2166136261;

/** Adds a value to a hash: ((hash xor value) · 16777619) mod 2³², as an unsigned number. */
export function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 16777619) >>> 0;
}

/** Returns the hash of a string's UTF-16 code units. */
export function hashText(text: string, start: number = HASH_START): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}
