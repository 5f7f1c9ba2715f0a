/**
 * An import from another module. Even after types have been erased, an import starts a line or comes after a `;`. A
 * match doesn't extend beyond the start of the next import or export, so matching takes linear time for any text.
 */
const STATEMENT =
  /((?:^|;)[ \t]*(?:import|export)\b(?:(?:(?!^[ \t]*(?:import|export)\b)[^;'"`])*?\bfrom)?\s*)(["'])(\.\.?\/[^"'\n]+)\2/gm;
/** Valid paths of a player's files, relative to the folder of the main file. */
const FILE = /^(?!ludus\/)[\w+-][\w.+-]*(?:\/[\w+-][\w.+-]*)*\.(?:[cm]?[jt]s|py)$/;
const MAX_NAME_LENGTH = 80;

/**
 * Whether a player's file may have this path. Paths are relative to the main file's folder, with `/` between folders.
 */
export const isFileName = (path: string): boolean => path.length <= MAX_NAME_LENGTH && FILE.test(path);

/** The file that `./helper.ts` refers to in the file `from`; undefined if it is not in the player's folder. */
export function localPath(from: string, name: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '.' || part === '') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  const path = parts.join('/');
  return isFileName(path) ? path : undefined;
}

/** The id of the game whose library (`ludus/ID`) a module imports, according to its text. */
export const importedId = (text: string): string | undefined => /['"]ludus\/(\w+)['"]/.exec(text)?.[1];

/** The files that a module imports from its folder, in the order of the imports. */
export const localImports = (from: string, text: string): string[] =>
  [...text.matchAll(STATEMENT)].flatMap(([, , , name]) => localPath(from, name) ?? []);

/**
 * Rewrites a module's imports of the player's files to the paths that the engine knows. `isThere`: whether a file
 * exists. An import of a missing file stays unchanged, and the engine rejects it. Line numbers stay the same. In a
 * line, columns change only after a path that gets longer.
 */
export const withPaths = (from: string, text: string, isThere: (path: string) => boolean): string =>
  text.replace(STATEMENT, (whole, before: string, quote: string, name: string) => {
    const path = localPath(from, name);
    if (path === undefined || !isThere(path)) return whole;
    return before + `${quote}${path}${quote}`.padEnd(name.length + 2);
  });
