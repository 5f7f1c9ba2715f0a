/** No vowels, so that no code is a word, and no two letters that look alike. */
const CODE_LETTERS = 'BCDFGHJKMNPRSTVWXZ';

/** The letters of a room's code. */
const LENGTH = 4;
const CODE = new RegExp(`^[${CODE_LETTERS}]{${LENGTH}}$`);

/** Whether a text is the code of a room, as `newCode` draws it. */
export const isCode = (text: string): boolean => CODE.test(text);

/** Draws the code of a new room: `KRTB`. */
export function newCode(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(drawn, (number) => CODE_LETTERS[number % CODE_LETTERS.length]).join('');
}

/** The code that a person means by what they typed: `krt b` is `KRTB`; undefined if it can't be one. */
export function typedCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return isCode(code) ? code : undefined;
}
