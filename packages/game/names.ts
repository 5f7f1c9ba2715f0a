/**
 * Maximum length of a player's name, in characters. Names appear in replays, results, pages, and terminals, so they
 * contain no white space, no control or invisible characters, no markup, and no right-to-left text.
 */
export const MAX_NAME_LENGTH = 40;

const CHARACTERS = "A-Za-zÀ-ÖØ-öø-ɏ0-9_.+@#:=,()!*~'-";
const NAME = new RegExp(`^[${CHARACTERS}]{1,${MAX_NAME_LENGTH}}$`);
const FORBIDDEN = new RegExp(`[^${CHARACTERS}]+`, 'g');

/** The rule for names as a sentence without a full stop, for messages. */
export const NAME_RULE = `a name has 1 to ${MAX_NAME_LENGTH} Latin letters, digits, and marks (_ . + - @ # : = , ( ) ! * ~ ')`;

export const isName = (text: string): boolean => NAME.test(text);

/**
 * Makes a valid name from any text, such as a file's name: each run of forbidden characters becomes `_`.
 *
 * @example nameFrom('my bot.py'); // 'my_bot.py'
 */
export function nameFrom(text: string): string {
  return text.normalize('NFC').replace(FORBIDDEN, '_').slice(0, MAX_NAME_LENGTH) || 'player';
}

/**
 * Returns the reason why a match can't have these names, as a sentence that is safe to print; undefined if they can.
 */
export function nameProblem(names: readonly string[]): string | undefined {
  const wrong = names.find((name) => !isName(name));
  if (wrong === undefined) return undefined;
  const shown = JSON.stringify(wrong.slice(0, 60)).replace(/[^\x20-\x7e]/g, '?');
  return `${shown} isn’t a valid name: ${NAME_RULE}`;
}

/** Adds numbers to repeated names: `Mine`, `Mine#2`. */
export function numberedNames(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    if (before === 0) return name;
    const number = `#${before + 1}`;
    return `${name.slice(0, MAX_NAME_LENGTH - number.length)}${number}`;
  });
}
