/** A key for a match with secret randomness (secret-randomness.ts) that nobody can foretell: 64 hexadecimal digits. */
export function newMatchKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
