/** Lines that a language has and the others have not, in the order in which they are looked for. */
const SIGNS: readonly (readonly [ending: string, sign: RegExp])[] = [
  ['.cc', /^\s*#\s*include\b|\bstd::\w+</m],
  ['.rs', /^\s*(pub )?fn \w+|^\s*use [\w:]+(::|;)|\blet mut\b/m],
  ['.go', /^\s*package \w+\s*$/m],
  ['.java', /^\s*import java|^\s*package [\w.]+;|\bpublic (final )?class\b/m],
  ['.py', /^\s*(def \w+\(.*:|class \w+.*:|from \w[\w.]* import |import \w+\s*$)/m],
  ['.ts', /^\s*(export )?(interface|type) \w+|\(\w+: \w+|^\s*import type /m],
  ['.js', /^\s*(export|const|let|import|function)\b|=>/m],
];

/** The ending, among those that a contest takes, that a pasted text's language has; undefined if the text does not tell. */
export function likelyEnding(text: string, endings: readonly string[]): string | undefined {
  const found = SIGNS.find(([, sign]) => sign.test(text))?.[0];
  if (found === undefined || endings.includes(found)) return found;
  // JavaScript is also TypeScript, and a contest may take only one of them.
  return found === '.js' && endings.includes('.ts') ? '.ts' : undefined;
}
