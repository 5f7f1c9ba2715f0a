/**
 * Checks whether a spreadsheet would read a text as a formula. A formula can also begin with a full-width character.
 */
export const beginsAsFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r]/.test(text);

/**
 * Returns an untrusted text for a table cell, with an apostrophe before a formula.
 *
 * @example withoutFormula('=1+1') // "'=1+1"
 */
export const withoutFormula = (text: string): string => (beginsAsFormula(text) ? `'${text}` : text);
