import { fileName, MAX_FILES, MAX_SCRIPT_BYTES, rejectedScript } from '../quickjs/script.ts';
import type { PythonFile } from './python-bot.ts';

/** Matches `import a.b as c, d` and `from .a import b, c`. The names may be in parentheses over several lines. */
const IMPORT = /^[ \t]*import[ \t]+([\w., \t]+)/gm;
// The pattern has bounded repeats, and no parenthesis may contain another, so untrusted text can't cause quadratic
// time.
const FROM = /^[ \t]*from[ \t]{1,80}(\.{0,20})([\w.]{0,400})[ \t]{1,80}import[ \t]*(\([^()]{0,8000}\)|[\w, \t*]+)/gm;
/** Maximum depth of nested packages. Each level adds two paths to check. */
const MAX_DEPTH = 20;
const NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/**
 * The possible paths of the modules that a file imports, relative to the bot's folder. Most of these paths do not
 * exist.
 */
function pythonImports(from: string, text: string): string[] {
  const paths = new Set<string>();
  const note = (name: string): void => {
    if (!NAME.test(name)) return;
    const parts = name.split('.');
    if (parts.length > MAX_DEPTH) return;
    // A package is imported before its contents.
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

/** Decodes a file. Python supports other encodings if the file names them, but a bundle contains text. */
function decoded(name: string, contents: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(contents);
  } catch (error) {
    if (error instanceof TypeError) throw rejectedScript('source/text', name);
    throw error;
  }
}

/**
 * Returns a bot's main file, and the files of its folder that it imports. `beside` returns the file with a path, if it
 * exists. If `beside` is absent, the bot is a single file. Throws a `ScriptRejectedError` for a file that cannot become
 * a bot.
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
