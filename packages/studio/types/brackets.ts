/** Comments and quoted texts, in which brackets are ignored. */
const SKIPPED = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|(["'])(?:\\.|(?!\1).)*\1?|`(?:\\[\s\S]|[^`\\])*`?/y;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Returns the position of a bracket that is never closed; undefined if there is none. A closing bracket at the start of
 * a line doesn't match an opening bracket in a line with more indentation.
 */
export function unclosedBracket(source: string): number | undefined {
  const open: { readonly at: number; readonly indent: number }[] = [];
  let indent = 0;
  let begins = 0;
  for (let at = 0; at < source.length; at++) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(source)?.[0];
    if (skipped !== undefined) {
      at += skipped.length - 1;
      continue;
    }
    const character = source[at];
    if (character === '\n') {
      begins = at + 1;
      indent = /^[ \t]*/.exec(source.slice(begins, begins + 200))![0].length;
    } else if ('([{'.includes(character)) open.push({ at, indent });
    else if (character in CLOSES) {
      const last = open.pop();
      if (last === undefined) return undefined;
      const isFirst = at === begins + indent;
      if (source[last.at] !== CLOSES[character] || (isFirst && last.indent > indent)) return last.at;
    }
  }
  return open.at(-1)?.at;
}
