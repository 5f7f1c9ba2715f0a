import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A secret that is given to somebody once; the database keeps only its hash. */
export const newSecret = (kind: 'ls' | 'lp' | 'lw' | 'll'): string =>
  `${kind}_${randomBytes(24).toString('base64url')}`;

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** No I, L, O and U: what is read from a blackboard is not mistaken. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A class code of 50 bits, as it is written: `x7k2m-9dq4t`. */
export function newClassCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A class code as somebody typed it, as it is kept. */
export function readClassCode(typed: string): string {
  const letters = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
    .replaceAll('u', 'v');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A name as it is compared: capitals, accents' encodings and blanks make no other person. */
export const foldName = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Why nobody may be called so anew; of a folded name. */
export function oddName(folded: string): 'name/reserved' | 'name/mixed' | undefined {
  // As those are shown who were deleted.
  if (/^(?:entrant|deleted) \d+$/.test(folded)) return 'name/reserved';
  return ALPHABETS.filter((letters) => letters.test(folded)).length > 1 ? 'name/mixed' : undefined;
}

/** Cyrillic and Greek letters that look like Latin ones, in small letters. */
const LOOKS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аеорсухіјѕԁһԛԝьвнмткαονικρυχτμηβ'].map((letter, at) => [letter, [...'aeopcyxijsdhqwbbhmtkaovikpuxtmnb'][at]]),
);

/** A folded name by what it looks like in Latin letters; itself where not every letter of it looks like one. */
export function inLatin(folded: string): string {
  const letters = [...folded].map((letter) => LOOKS[letter] ?? letter);
  return letters.some((letter) => ALPHABETS[1].test(letter) || ALPHABETS[2].test(letter)) ? folded : letters.join('');
}
