/** Lines that occur only in one language, in the order of the search. */
const SIGNS: readonly (readonly [ending: string, sign: RegExp])[] = [
  ['.cc', /^\s*#\s*include\b|\bstd::\w+</m],
  ['.rs', /^\s*(pub )?fn \w+|^\s*use [\w:]+(::|;)|\blet mut\b/m],
  ['.go', /^\s*package \w+\s*$/m],
  ['.java', /^\s*import java|^\s*package [\w.]+;|\bpublic (final )?class\b/m],
  ['.py', /^\s*(def \w+\(.*:|class \w+.*:|from \w[\w.]* import |import \w+\s*$)/m],
  ['.ts', /^\s*(export )?(interface|type) \w+|\(\w+: \w+|^\s*import type /m],
  ['.js', /^\s*(export|const|let|import|function)\b|=>/m],
];

/**
 * Guesses the language of a pasted text, and returns its file extension if the contest accepts it. Undefined if the
 * language is unclear.
 */
export function likelyEnding(text: string, endings: readonly string[]): string | undefined {
  const found = SIGNS.find(([, sign]) => sign.test(text))?.[0];
  if (found === undefined || endings.includes(found)) return found;
  // JavaScript is also valid TypeScript, and a contest may accept only one of the two.
  return found === '.js' && endings.includes('.ts') ? '.ts' : undefined;
}
