import { createRequire } from 'node:module';
import type treeSitter from '@vscode/tree-sitter-wasm';
import { type Grammar, languageOf, READINGS } from './languages.ts';
import { type Tokens, tokensOf } from './tokens.ts';

/** The largest source that is read, in characters. */
export const MAX_CHARACTERS = 512 * 1024;

/**
 * How often the parser may report before it is stopped: half a million characters of a program need a quarter of it. A count, not a time,
 * so that every machine reads the same sources.
 */
const MAX_REPORTS = 20_000;

/** A source that no one could have written to be read: it costs the parser too much. The message is for users. */
export class Unreadable extends Error {}

type Library = typeof treeSitter;
const require = createRequire(import.meta.url);
const NAME = '@vscode/tree-sitter-wasm';

let library: Promise<Library> | undefined;
const parsers = new Map<Grammar, Promise<treeSitter.Parser>>();

async function loadLibrary(): Promise<Library> {
  const loaded: Library = require(NAME);
  await loaded.Parser.init();
  return loaded;
}

async function loadParser(grammar: Grammar): Promise<treeSitter.Parser> {
  library ??= loadLibrary();
  const { Parser, Language } = await library;
  return new Parser().setLanguage(await Language.load(require.resolve(`${NAME}/wasm/tree-sitter-${grammar}.wasm`)));
}

/** A parser that ran out of memory is unusable, and so are the others of the same module: the next one starts fresh. */
function forget(): void {
  delete require.cache[require.resolve(NAME)];
  library = undefined;
  parsers.clear();
}

/**
 * The tokens of a source; `file` says by its ending what it is written in. A source with errors gives what can be read of it. Throws
 * `Unreadable`.
 */
export async function readTokens(file: string, text: string): Promise<Tokens> {
  const found = languageOf(file);
  if (!found) throw new Unreadable('its extension doesn’t belong to a language that can be compared');
  if (text.length > MAX_CHARACTERS) throw new Unreadable(`it is longer than ${MAX_CHARACTERS >> 10} KiB`);
  if (!parsers.has(found.grammar)) parsers.set(found.grammar, loadParser(found.grammar));
  const parser = await parsers.get(found.grammar)!;
  // From here on nothing waits: no other source is read in between.
  let tree: treeSitter.Tree | null;
  let reports = 0;
  try {
    // Declared without a value, but what it gives is examined.
    const progressCallback = (() => ++reports > MAX_REPORTS) as () => void;
    tree = parser.parse(text, null, { progressCallback });
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    forget();
    throw new Unreadable('it takes more memory to read than a program does');
  }
  if (!tree) {
    parser.reset();
    throw new Unreadable('it takes longer to read than a program does');
  }
  try {
    return tokensOf(tree.rootNode, READINGS[found.language]);
  } finally {
    tree.delete();
  }
}
