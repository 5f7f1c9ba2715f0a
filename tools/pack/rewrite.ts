import { builtName, isModule, namedFile, pathTo } from './sources.ts';

/** Words that functions put together to names of modules: `join(folder, 'node.ts')`. */
const PARTS = /^(?:node|kit|hooks|player\/api|rules\/fixture|packages\/[\w/-]+)\.ts$/;

/**
 * Makes a module's words name what is published: `.ts` becomes `.js`, and what is imported from `@ludus/…` and `ludus/…` is found by its path. The
 * text is JavaScript, or a declaration.
 */
export function rewriteNames(text: string, file: string): string {
  return text.replace(/(['"])((?:\.{1,2}\/|@?ludus\/)?[\w@./-]+)\1/g, (whole: string, quote: string, word: string) => {
    if (/^(?:\.{1,2}\/|@ludus\/)/.test(word) || isImported(text, whole)) {
      const named = namedFile(word, file);
      if (named !== undefined && isModule(named)) return quote + pathTo(file, builtName(named)) + quote;
    }
    return PARTS.test(word) ? `${quote}${word.replace(/\.ts$/, '.js')}${quote}` : whole;
  });
}

/** Does a quoted word stand where a module is imported? `ludus/ID` is also what players import: elsewhere it stays a word. */
function isImported(text: string, quoted: string): boolean {
  return text.includes(`from ${quoted}`) || text.includes(`import(${quoted})`) || text.includes(`import ${quoted}`);
}
