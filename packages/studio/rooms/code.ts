/** No vowels, so that a code is never a word, and no similar letters. */
const CODE_LETTERS = 'BCDFGHJKMNPRSTVWXZ';

/** Number of letters in a room's code. */
const LENGTH = 4;
const CODE = new RegExp(`^[${CODE_LETTERS}]{${LENGTH}}$`);

/** Whether a text has the form of a room's code (see `newCode`). */
export const isCode = (text: string): boolean => CODE.test(text);

/** Draws the code of a new room, such as `KRTB`. */
export function newCode(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(drawn, (number) => CODE_LETTERS[number % CODE_LETTERS.length]).join('');
}

/** Converts typed text to a code: `krt b` becomes `KRTB`; undefined if the text can't be a code. */
export function typedCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return isCode(code) ? code : undefined;
}
