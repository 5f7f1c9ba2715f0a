import { visiblePart, withoutEnd } from '../store/name-key.ts';

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
/** Matches more combining marks on one letter than any script needs. They would cover neighbouring lines. */
const TOO_MANY_MARKS = /\p{M}{5}/u;

/** Matches an invisible character, for example a filler that is as wide as a space. */
const HIDDEN_BLANK = /\p{Default_Ignorable_Code_Point}/u;

/** Returns the reason why a new account can't have a name. */
export function nameProblem(
  name: string,
): 'name/reserved' | 'name/mixed' | 'name/invisible' | 'name/marks' | undefined {
  const visible = visiblePart(name);
  if (!/[\p{L}\p{N}]/u.test(visible)) return 'name/invisible';
  if (TOO_MANY_MARKS.test(visible)) return 'name/marks';
  // Rejects names in the form shown for deleted people.
  if (/^(?:entrant|deleted)\s+\d+$/iu.test(withoutEnd(visible))) return 'name/reserved';
  if (HIDDEN_BLANK.test(name)) return 'name/invisible';
  return ALPHABETS.filter((letters) => letters.test(visible)).length > 1 ? 'name/mixed' : undefined;
}
