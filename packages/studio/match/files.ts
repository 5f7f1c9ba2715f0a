import { bundlePython, ScriptRejectedError, withoutComments } from '@ludus/runtime/metering.ts';
import { isFileName, localImports, localPath } from '@ludus/runtime/parts.ts';

/** A file of a player other than its first: `helper.ts`, `helper.hh`, `helper.py`. */
export interface OwnFile {
  readonly name: string;
  readonly text: string;
}

/** The languages of players other than TypeScript and JavaScript. */
export type PlayerLanguage = 'cpp' | 'python';

/** The allowed name of a player's file other than the first; all are in one folder. */
export const FILE_NAME = /^[A-Za-z_][\w-]{0,39}\.(?:[cm]?[jt]s|hh|h|hpp|inc|py)$/;
export const MAX_FILES = 20;

/** How the files are called that a player in C++ begins with, and those of one in TypeScript or JavaScript. */
const CPP = /\.c(?:c|pp|xx)$/;
export const SCRIPT = /\.[cm]?[jt]s$/;
const PYTHON = /\.py$/;

/** Whether a file of this name can be a player's main file. */
export const isMain = (path: string): boolean => SCRIPT.test(path) || languageOf(path) !== undefined;
/** Language of a player whose main file this is; undefined for TypeScript and JavaScript. */
export const languageOf = (path: string): PlayerLanguage | undefined =>
  CPP.test(path) ? 'cpp' : PYTHON.test(path) ? 'python' : undefined;

/** A player's files other than the first, by the player's language. */
const BESIDE = {
  script: { form: SCRIPT, said: '.ts or .js', fresh: '.ts' },
  cpp: { form: /\.(?:hh|h|hpp|inc)$/, said: '.hh, .h, .hpp or .inc', fresh: '.hh' },
  python: { form: PYTHON, said: '.py', fresh: '.py' },
} as const;
/** How a new one ends. */
export const freshEnding = (language: PlayerLanguage | undefined): string => BESIDE[language ?? 'script'].fresh;

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
  language: PlayerLanguage | undefined,
): string | undefined {
  const { form, said } = BESIDE[language ?? 'script'];
  if (!FILE_NAME.test(name) || !form.test(name) || (language !== 'cpp' && !isFileName(name)))
    return `a file’s name is letters, digits, _ or -, and ends in ${said}`;
  const lower = name.toLowerCase();
  if (lower === main.toLowerCase() || others.some((other) => other.name.toLowerCase() === lower))
    return `there is already a file ${name}`;
  return others.length >= MAX_FILES ? `a bot has at most ${MAX_FILES} such files` : undefined;
}

/** The files of these that a player needs which begins with one of them; names are seen from its folder. */
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

/** Whether a Python file takes part in a match, with one of the SDK's modules or by reading lines. */
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
    // Too many or too long: the match reports that.
    if (error instanceof ScriptRejectedError) return [];
    throw error;
  }
}

/** The file that an import of a player's file refers to, if it is the player's. */
export const fileOfImport = (from: string, what: string): string | undefined =>
  what.startsWith('.') ? localPath(from, what) : undefined;

/** A player's imports from its folder, recursively, for TypeScript; `read` returns a file's text, undefined if it is missing. */
export function importedFiles(main: string, read: (name: string) => string | undefined): OwnFile[] {
  const found = new Map<string, OwnFile>();
  const follow = (from: string, text: string): void => {
    for (const name of localImports(from, text)) {
      // No player has more files than this.
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
/** The imports that a player under fuel may have (bundle-script.ts). */
const MAX_FOLLOWED = 100;

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

/** A line that begins the code of a round: the method `play`, or the function that is exported. Comments that name it don't count. */
const BEGINS =
  /^(?![ \t]*(?:\/\/|\/?\*|#|"""))(?:.*\bplay[ \t]*\(.*|export default (?:async )?(?:function\b|\().*)\n[ \t]*/m;

/** Where one begins to write in a bot: before the first statement of a round, or at the beginning if there is none. */
export function placeToWrite(source: string): number {
  const found = BEGINS.exec(source);
  return found ? found.index + found[0].length : 0;
}
