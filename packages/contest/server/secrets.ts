import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A secret that is given to someone once; the database keeps only its hash. */
export const newSecret = (kind: 'ls' | 'lp' | 'lw' | 'll' | 'li'): string =>
  `${kind}_${randomBytes(24).toString('base64url')}`;

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** No I, L, O and U: what is read from a blackboard is not mistaken. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A class code of 50 bits, as it is written: `x7k2m-9dq4t`. */
export function newClassCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A class code as someone typed it, as it is kept. */
export function readClassCode(typed: string): string {
  const letters = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
    .replaceAll('u', 'v');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
