import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Returns a new secret, which is shown to a person once. The database stores only its hash. */
export const newSecret = (kind: 'ls' | 'lp' | 'lw' | 'll' | 'li'): string =>
  `${kind}_${randomBytes(24).toString('base64url')}`;

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Excludes I, L, O, and U, which are easily misread on a blackboard. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a 50-bit class code for display: `x7k2m-9dq4t`. */
export function newClassCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Normalises a class code as a person typed it. */
export function readClassCode(typed: string): string {
  const letters = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
    .replaceAll('u', 'v');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
