import { createRequire } from 'node:module';
import type treeSitter from '@vscode/tree-sitter-wasm';
import { type Grammar, languageOf, READINGS } from './languages.ts';
import { type Tokens, tokensOf } from './tokens.ts';

/** Maximum size of a source in characters. */
export const MAX_CHARACTERS = 512 * 1024;

/**
 * Maximum number of progress reports before the parser is stopped; a program of half a million characters needs a
 * quarter of this number. The limit is a count and not a time, so that every machine reads the same sources.
 */
const MAX_REPORTS = 20_000;

/** Thrown if parsing a source needs more resources than parsing a normal program. The message is for users. */
export class UnreadableSourceError extends Error {}

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

/**
 * Forgets the parsers. After a parser runs out of memory, all parsers of the same WebAssembly module are unusable, so
 * the next call loads them again.
 */
function forget(): void {
  delete require.cache[require.resolve(NAME)];
  library = undefined;
  parsers.clear();
}

/**
 * Returns the tokens of a source; the extension of `file` determines its language. A source with errors is read as far
 * as possible. Throws `UnreadableSourceError`.
 */
export async function readTokens(file: string, text: string): Promise<Tokens> {
  const found = languageOf(file);
  if (!found) throw new UnreadableSourceError('its extension doesn’t belong to a language that can be compared');
  if (text.length > MAX_CHARACTERS) throw new UnreadableSourceError(`it is longer than ${MAX_CHARACTERS >> 10} KiB`);
  if (!parsers.has(found.grammar)) parsers.set(found.grammar, loadParser(found.grammar));
  const parser = await parsers.get(found.grammar)!;
  // From here on the code is synchronous, so no other source is read in between.
  let tree: treeSitter.Tree | null;
  let reports = 0;
  try {
    // The callback is declared to return nothing, but the library uses its result.
    const progressCallback = (() => ++reports > MAX_REPORTS) as () => void;
    tree = parser.parse(text, null, { progressCallback });
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    forget();
    throw new UnreadableSourceError('it takes more memory to read than a normal program');
  }
  if (!tree) {
    parser.reset();
    throw new UnreadableSourceError('it takes longer to read than a normal program');
  }
  try {
    return tokensOf(tree.rootNode, READINGS[found.language]);
  } finally {
    tree.delete();
  }
}
