import { bundlePython, ScriptRejectedError, withoutComments } from '@ludus/runtime/metering.ts';
import { isFileName, localImports, localPath } from '@ludus/runtime/parts.ts';

/** A file of a player other than its main file: `helper.ts`, `helper.hh`, `helper.py`. */
export interface OwnFile {
  readonly name: string;
  readonly text: string;
}

/** The languages of players other than TypeScript and JavaScript. */
export type PlayerLanguage = 'cpp' | 'python';

/** The form that the names of a player's other files must have. All files are in one folder. */
export const FILE_NAME = /^[A-Za-z_][\w-]{0,39}\.(?:[cm]?[jt]s|hh|h|hpp|inc|py)$/;
export const MAX_FILES = 20;

/** The extensions of main files: of C++ players, and of players in TypeScript or JavaScript. */
const CPP = /\.c(?:c|pp|xx)$/;
export const SCRIPT = /\.[cm]?[jt]s$/;
const PYTHON = /\.py$/;

/** Whether a file with this name can be a player's main file. */
export const isMain = (path: string): boolean => SCRIPT.test(path) || languageOf(path) !== undefined;
/** The language of a player with this main file; undefined for TypeScript and JavaScript. */
export const languageOf = (path: string): PlayerLanguage | undefined =>
  CPP.test(path) ? 'cpp' : PYTHON.test(path) ? 'python' : undefined;

/** A player's files other than the main file, by the player's language. */
const BESIDE = {
  script: { form: SCRIPT, said: '.ts or .js', fresh: '.ts' },
  cpp: { form: /\.(?:hh|h|hpp|inc)$/, said: '.hh, .h, .hpp, or .inc', fresh: '.hh' },
  python: { form: PYTHON, said: '.py', fresh: '.py' },
} as const;
/** The extension of a new file. */
export const freshEnding = (language: PlayerLanguage | undefined): string => BESIDE[language ?? 'script'].fresh;

export const SCRIPT_ENDING = /^\.[cm]?[jt]s$/;
/** The extension of a player in TypeScript or JavaScript, with the dot; undefined for any other file. */
export const scriptEnding = (path: string): string | undefined => SCRIPT.exec(path)?.[0];

/** The folder of a file: '' or a path that ends in `/`. */
export const homeOf = (path: string): string => path.replace(/[^/]*$/, '');

/**
 * The reason why a player cannot have a file with that name. `main`: the name of the main file; `others`: the names of
 * the player's other files.
 */
export function fileProblem(
  name: string,
  main: string,
  others: readonly OwnFile[],
  language: PlayerLanguage | undefined,
): string | undefined {
  const { form, said } = BESIDE[language ?? 'script'];
  if (!FILE_NAME.test(name) || !form.test(name) || (language !== 'cpp' && !isFileName(name)))
    return `a file name consists of letters, digits, _, and -, and ends in ${said}`;
  const lower = name.toLowerCase();
  if (lower === main.toLowerCase() || others.some((other) => other.name.toLowerCase() === lower))
    return `there is already a file ${name}`;
  return others.length >= MAX_FILES
    ? `a bot can have at most ${MAX_FILES} files in addition to its main file`
    : undefined;
}

/** The files that a player with this main file needs. Names are relative to the main file's folder. */
export function filesBeside(main: OwnFile, all: readonly OwnFile[]): OwnFile[] {
  const textOf = (name: string) => all.find((file) => file.name === name)?.text;
  switch (languageOf(main.name)) {
    case 'cpp':
      return includedFiles(main.text, all, () => false);
    case 'python':
      return pythonFiles(main, textOf);
    case undefined:
      return importedFiles(main.name, textOf);
  }
}

/** Whether a Python file takes part in a match, because it imports an SDK module or reads lines. */
export const readsMatch = (text: string, modules: readonly string[]): boolean =>
  /\b(?:sys\.stdin|input\()/.test(text) || modules.some((module) => importsModule(text, module));

/** Whether a Python file imports this module. */
export const importsModule = (text: string, module: string): boolean =>
  new RegExp(`^[ \\t]*(?:from|import)[ \\t]+${module}\\b`, 'm').test(text);

/** A player's imports from its folder, recursively, for Python. */
export function pythonFiles(main: OwnFile, read: (name: string) => string | undefined): OwnFile[] {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));
  try {
    return bundlePython(main.name, bytes(main.text)!, (name) => bytes(read(name))).slice(1);
  } catch (error) {
    // The player has too many files, or its files are too long. The match will report this error.
    if (error instanceof ScriptRejectedError) return [];
    throw error;
  }
}

/** The file of a player that an import refers to; undefined if the player has no such file. */
export const fileOfImport = (from: string, what: string): string | undefined =>
  what.startsWith('.') ? localPath(from, what) : undefined;

/**
 * A player's imports from its folder, recursively, for TypeScript. `read` returns a file's text, or undefined if it is
 * missing.
 */
export function importedFiles(main: string, read: (name: string) => string | undefined): OwnFile[] {
  const found = new Map<string, OwnFile>();
  const follow = (from: string, text: string): void => {
    for (const name of localImports(from, text)) {
      // The limit also ends the search for a player with too many files.
      if (name === main || found.has(name) || found.size === MAX_FOLLOWED) continue;
      const file = read(name);
      if (file === undefined) continue;
      found.set(name, { name, text: file });
      follow(name, file);
    }
  };
  follow(main, read(main) ?? '');
  return [...found.values()];
}
/** Maximum number of files that a player may import if its fuel is counted (bundle-script.ts). */
const MAX_FOLLOWED = 100;

/** The files that a C++ player includes with quotes, recursively, in the order in which a compiler reads them. */
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

/**
 * The line at which a round's code begins: the method `play` or the exported function. Comments that contain this name
 * are ignored.
 */
const BEGINS =
  /^(?![ \t]*(?:\/\/|\/?\*|#|"""))(?:.*\bplay[ \t]*\(.*|export default (?:async )?(?:function\b|\().*)\n[ \t]*/m;

/**
 * The position in a bot at which the user begins to write: before the first statement of a round, or else at the start.
 */
export function placeToWrite(source: string): number {
  const found = BEGINS.exec(source);
  return found ? found.index + found[0].length : 0;
}
