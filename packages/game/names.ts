/**
 * How a player may be called, wherever a name is written: replays, results, tables, pages, terminals. Nothing in a name is white space,
 * tells a terminal or a page anything, is invisible, or runs from right to left.
 */
export const MAX_NAME_LENGTH = 40;

const CHARACTERS = "A-Za-zÀ-ÖØ-öø-ɏ0-9_.+@#:=,()!*~'-";
const NAME = new RegExp(`^[${CHARACTERS}]{1,${MAX_NAME_LENGTH}}$`);
const FORBIDDEN = new RegExp(`[^${CHARACTERS}]+`, 'g');

/** The rule as a sentence without its end: messages say it. */
export const NAME_RULE = `a name has 1 to ${MAX_NAME_LENGTH} Latin letters, digits and marks (_ . + - @ # : = , ( ) ! * ~ ')`;

export const isName = (text: string): boolean => NAME.test(text);

/** The name most like a text, as a file's name or a command: what no name may have becomes `_`. */
export function nameFrom(text: string): string {
  return text.normalize('NFC').replace(FORBIDDEN, '_').slice(0, MAX_NAME_LENGTH) || 'player';
}

/** Why these cannot be the names of a match, as a sentence; undefined where they can. What is quoted has nothing in it that a terminal obeys. */
export function nameProblem(names: readonly string[]): string | undefined {
  const wrong = names.find((name) => !isName(name));
  if (wrong === undefined) return undefined;
  const shown = JSON.stringify(wrong.slice(0, 60)).replace(/[^\x20-\x7e]/g, '?');
  return `${shown} is no name: ${NAME_RULE}`;
}

/** Each name as it is, and with a number where it was there before: `Mine`, `Mine#2`. */
export function numberedNames(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    if (before === 0) return name;
    const number = `#${before + 1}`;
    return `${name.slice(0, MAX_NAME_LENGTH - number.length)}${number}`;
  });
}
