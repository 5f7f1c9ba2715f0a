/** A table calculation takes text for a formula that begins with one of these, in full width as well. */
export const beginsAsFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r]/.test(text);

/**
 * Text of someone else for a cell of a table: what would be a formula gets an apostrophe before it.
 *
 * @example withoutFormula('=1+1') // "'=1+1"
 */
export const withoutFormula = (text: string): string => (beginsAsFormula(text) ? `'${text}` : text);
