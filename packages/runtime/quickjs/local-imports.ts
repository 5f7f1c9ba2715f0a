/**
 * How a module takes something from another one; erasing types keeps it at the beginning of a line, or after a `;`. None reaches
 * beyond the beginning of the next. So a text that consists only of beginnings is read in a time that grows with its length.
 */
const STATEMENT =
  /((?:^|;)[ \t]*(?:import|export)\b(?:(?:(?!^[ \t]*(?:import|export)\b)[^;'"`])*?\bfrom)?\s*)(["'])(\.\.?\/[^"'\n]+)\2/gm;
/** How files of a player are called, seen from the folder of the one that begins. */
const FILE = /^(?!ludus\/)[\w+-][\w.+-]*(?:\/[\w+-][\w.+-]*)*\.(?:[cm]?[jt]s|py)$/;
const MAX_NAME_LENGTH = 80;

/** Whether a player's file may have this name. Paths are seen from its folder, with `/`. */
export const isFileName = (path: string): boolean => path.length <= MAX_NAME_LENGTH && FILE.test(path);

/** The meaning of `./helper.ts` in the file `from`; undefined if it is not a file of the player's folder. */
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

/** The id of the game whose library (`ludus/ID`) a module imports, judging by its text. */
export const importedId = (text: string): string | undefined => /['"]ludus\/(\w+)['"]/.exec(text)?.[1];

/** The files that a module imports from its own folder, in their order. */
export const localImports = (from: string, text: string): string[] =>
  [...text.matchAll(STATEMENT)].flatMap(([, , , name]) => localPath(from, name) ?? []);

/**
 * Writes the imports of a module's own files by their paths, as the engine knows them; `isThere`: whether there is such a file.
 * An import of a missing file stays unchanged, and the engine rejects it. Lines stay, and columns where the path is not longer
 * than what stood there.
 */
export const withPaths = (from: string, text: string, isThere: (path: string) => boolean): string =>
  text.replace(STATEMENT, (whole, before: string, quote: string, name: string) => {
    const path = localPath(from, name);
    if (path === undefined || !isThere(path)) return whole;
    return before + `${quote}${path}${quote}`.padEnd(name.length + 2);
  });
