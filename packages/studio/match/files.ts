import { withoutComments } from '@ludus/runtime/compile/source-words.ts';
import { isFileName, localImports, localPath } from '@ludus/runtime/quickjs/local-imports.ts';

/** A file of a player other than its first: `helper.ts`, `helper.hh`. */
export interface OwnFile {
  readonly name: string;
  readonly text: string;
}

/** The allowed name of a player's file other than the first; all are in one folder. */
export const FILE_NAME = /^[A-Za-z_][\w-]{0,39}\.(?:[cm]?[jt]s|hh|h|hpp|inc)$/;
export const MOST_FILES = 20;

/** How the files are called that a player in C++ begins with, and those of one in TypeScript or JavaScript. */
export const CPP = /\.c(?:c|pp|xx)$/;
export const SCRIPT = /\.[cm]?[jt]s$/;

export const SCRIPT_ENDING = /^\.[cm]?[jt]s$/;
/** How the file of a player in TypeScript or JavaScript ends, with the dot; undefined for another one. */
export const scriptEnding = (path: string): string | undefined => SCRIPT.exec(path)?.[0];

/** The folder of a file, '' or with `/` at its end. */
export const homeOf = (path: string): string => path.replace(/[^/]*$/, '');

/** Why a player cannot have a file of that name; `main`: the name of the file that begins, `others`: those it has also. */
export function fileProblem(
  name: string,
  main: string,
  others: readonly OwnFile[],
  isCpp: boolean,
): string | undefined {
  const ending = isCpp ? '.hh, .h, .hpp or .inc' : '.ts or .js';
  if (!FILE_NAME.test(name) || SCRIPT.test(name) === isCpp || (!isCpp && !isFileName(name)))
    return `a file’s name is letters, digits, _ or -, and ends in ${ending}`;
  const lower = name.toLowerCase();
  if (lower === main.toLowerCase() || others.some((other) => other.name.toLowerCase() === lower))
    return `there is a file ${name} already`;
  return others.length >= MOST_FILES ? `a player has ${MOST_FILES} such files at most` : undefined;
}

/** The file that an import of a player's file refers to, if it is the player's. */
export const fileOfImport = (from: string, what: string): string | undefined =>
  what.startsWith('.') ? localPath(from, what) : undefined;

/** A player's imports from its folder, recursively, for TypeScript; `read` returns a file's text, undefined if it is missing. */
export function importedFiles(main: string, read: (name: string) => string | undefined): OwnFile[] {
  const found = new Map<string, OwnFile>();
  const follow = (from: string, text: string): void => {
    for (const name of localImports(from, text)) {
      // No one's player has so many: more is read of nothing.
      if (name === main || found.has(name) || found.size === MOST_FOLLOWED) continue;
      const file = read(name);
      if (file === undefined) continue;
      found.set(name, { name, text: file });
      follow(name, file);
    }
  };
  follow(main, read(main) ?? '');
  return [...found.values()];
}
/** The imports that a player under fuel may have (bundle-script.ts). */
const MOST_FOLLOWED = 100;

/** The files that a C++ player includes with quotes, recursively, in the order in which a compiler meets them. */
export function includedFiles(source: string, files: readonly OwnFile[], isOurs: (name: string) => boolean): OwnFile[] {
  const found = new Map<string, OwnFile>();
  const follow = (text: string): void => {
    const code = withoutComments(text);
    for (const [, word] of code.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)) {
      const name = word.replace(/^(?:\.\/)+/, '');
      const file = files.find((each) => each.name === name);
      if (!file || isOurs(name) || found.has(name)) continue;
      found.set(name, file);
      follow(file.text);
    }
  };
  follow(source);
  return [...found.values()];
}
