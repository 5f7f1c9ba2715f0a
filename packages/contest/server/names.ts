import { visiblePart, withoutEnd } from '../store/name-key.ts';

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
/** Marks on one letter, more than any script's spelling needs: they cover the lines around the name. */
const TOO_MANY_MARKS = /\p{M}{5}/u;

/** A filler is as wide as a blank. */
const HIDDEN_BLANK = /\p{Default_Ignorable_Code_Point}/u;

/** Why no new account may have a name. */
export function nameProblem(
  name: string,
): 'name/reserved' | 'name/mixed' | 'name/invisible' | 'name/marks' | undefined {
  const visible = visiblePart(name);
  if (!/[\p{L}\p{N}]/u.test(visible)) return 'name/invisible';
  if (TOO_MANY_MARKS.test(visible)) return 'name/marks';
  // As those are shown who were deleted.
  if (/^(?:entrant|deleted)\s+\d+$/iu.test(withoutEnd(visible))) return 'name/reserved';
  if (HIDDEN_BLANK.test(name)) return 'name/invisible';
  return ALPHABETS.filter((letters) => letters.test(visible)).length > 1 ? 'name/mixed' : undefined;
}
