/** FNV-1a over whole numbers taken modulo 2³²: the fold that states are compared by. Order matters. */
export const HASH_START = 2166136261;

/** ((hash xor value) · 16777619) mod 2³², as an unsigned number. */
export function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 16777619) >>> 0;
}

/** The hash of a text, folded over its UTF-16 code units. */
export function hashText(text: string, start: number = HASH_START): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}
