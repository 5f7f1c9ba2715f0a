import { builtName, isModule, namedFile, pathTo } from './sources.ts';

/** Words from which functions compute names of modules: `join(folder, 'node.ts')`. */
const PARTS = /^(?:node|kit|hooks|player\/api|rules\/fixture|packages\/[\w/-]+)\.ts$/;

/**
 * Rewrites a module's references for publication: `.ts` becomes `.js`, and imports from `@ludus/…` and `ludus/…` become
 * paths. The text is JavaScript, or a declaration.
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

/** Whether a quoted word is an import. Players also import `ludus/ID`; elsewhere, `ludus/ID` isn't changed. */
function isImported(text: string, quoted: string): boolean {
  return text.includes(`from ${quoted}`) || text.includes(`import(${quoted})`) || text.includes(`import ${quoted}`);
}
