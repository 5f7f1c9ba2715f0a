import { fileName, MAX_FILES, MAX_SCRIPT_BYTES, rejectedScript } from '../quickjs/script.ts';
import type { PythonFile } from './python-bot.ts';

/** `import a.b as c, d`, `from .a import b, c`; the names may be in brackets on more lines. */
const IMPORT = /^[ \t]*import[ \t]+([\w., \t]+)/gm;
// Bounded, and each bracket ends the one before: the text of an unknown author must not take quadratic time.
const FROM = /^[ \t]*from[ \t]{1,80}(\.{0,20})([\w.]{0,400})[ \t]{1,80}import[ \t]*(\([^()]{0,8000}\)|[\w, \t*]+)/gm;
/** Packages in packages. Each depth is two paths to look at. */
const MAX_DEPTH = 20;
const NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** The paths at which the modules may be that a file imports, seen from the bot's folder; most of them are not there. */
function pythonImports(from: string, text: string): string[] {
  const paths = new Set<string>();
  const note = (name: string): void => {
    if (!NAME.test(name)) return;
    const parts = name.split('.');
    if (parts.length > MAX_DEPTH) return;
    // A package is imported before what is in it.
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = parts.slice(0, depth).join('/');
      paths.add(`${path}/__init__.py`).add(`${path}.py`);
    }
  };
  const words = (list: string): string[] =>
    list
      .replace(/[()]|#.*/g, ' ')
      .split(',')
      .map((word) => word.trim().split(/\s+/)[0]);
  for (const [, names] of text.matchAll(IMPORT)) for (const name of words(names)) note(name);
  for (const [, dots, module, names] of text.matchAll(FROM)) {
    const folder = dots === '' ? [] : from.split('/').slice(0, -dots.length);
    const base = [...folder, ...(module === '' ? [] : [module])].join('.');
    if (base !== '') note(base);
    for (const name of words(names)) if (name !== '*') note(base === '' ? name : `${base}.${name}`);
  }
  return [...paths];
}

/** Python reads other encodings as well, if the file names one. But a bundle holds text. */
function decoded(name: string, contents: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(contents);
  } catch (error) {
    if (error instanceof TypeError) throw rejectedScript('source/text', name);
    throw error;
  }
}

/**
 * A bot's main file, and the files of its folder that it imports. `beside` gives a file by its path, if it is there; absent: the
 * bot is one file. Throws a `ScriptRejectedError` for a file that cannot become a bot.
 */
export function bundlePython(
  path: string,
  bytes: Uint8Array,
  beside?: (path: string) => Uint8Array | undefined,
): [PythonFile, ...PythonFile[]] {
  const main = fileName(path);
  const files = new Map<string, PythonFile>();
  let all = 0;
  const add = (name: string, contents: Uint8Array): void => {
    all += contents.length;
    if (all > MAX_SCRIPT_BYTES || files.size === MAX_FILES) throw rejectedScript('source/many', main);
    const text = decoded(name, contents);
    files.set(name, { name, text });
    for (const imported of pythonImports(name, text)) {
      const found = files.has(imported) ? undefined : beside?.(imported);
      if (found) add(imported, found);
    }
  };
  add(main, bytes);
  return [...files.values()] as [PythonFile, ...PythonFile[]];
}
