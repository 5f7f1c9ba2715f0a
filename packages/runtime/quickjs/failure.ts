import { type Failure, failure } from '../failures.ts';
import { importable, ownModules, type Script, type ScriptModule } from './script.ts';

/**
 * Reads the engine's error report (engine/ludus.c, `tell`): the first line is the error, and the lines after it contain
 * the error's location. Errors in the module itself occur only while the module is loaded. Later, a report that looks
 * like such an error comes from the player's code.
 */
export function readFailure(told: string, script: Script, isLoading: boolean): Failure {
  const [what, ...lines] = told.split('\n');
  const place = placeIn(lines, script);
  if (what === 'InternalError: out of memory') return { ...failure('out-of-memory'), place };
  return (isLoading ? moduleFailure(what, script) : undefined) ?? { ...failure('threw', cut(what)), place };
}

function moduleFailure(what: string, script: Script): Failure | undefined {
  const foreign = /^ReferenceError: ludus-import:(.*)$/.exec(what);
  if (foreign) return importFailure(foreign[1], script);
  const missing = /^SyntaxError: Could not find export '(.*)' in module '(.*)'$/.exec(what);
  if (missing) return exportFailure(missing[1], missing[2], script);
  const wrong = /^TypeError: it ((?:has no default export|exports) .*|waits for something that never comes)$/.exec(
    what,
  );
  return wrong ? failure('default-export', wrong[1]) : undefined;
}

/**
 * The first stack line in the player's files: `at play (Mine.ts:12:7)`, `at helper.ts:3:5`, `at 4:2` (of the main
 * file).
 */
export function placeIn(lines: readonly string[], script: Script): string {
  const files = new Set(ownModules(script).map(({ name }) => name));
  for (const line of lines) {
    const [, file = script.player.name, at] = /^\s*at (?:(?:.*\()?([^()]*):)?(\d+:\d+)\)?$/.exec(line) ?? [];
    if (at !== undefined && files.has(file)) return `${file}:${at}`;
  }
  return '';
}

/** The engine does not report where an import is, so the text is searched for the import. */
function importFailure(name: string, script: Script): Failure {
  const statement = new RegExp(`(?:\\bfrom|\\bimport)\\s*(?:\\(\\s*)?['"]${escaped(name)}['"]`);
  const place = placeOf(script, (text) => statement.exec(text)?.index);
  if (/^\.\.?\//.test(name)) return { ...failure('import-file', cut(name)), place };
  const there = importable(script.guest).join(', ');
  return { ...failure('import', cut(name), there), place };
}

function exportFailure(name: string, module: string, script: Script): Failure {
  const place = placeOf(script, (text) => placeOfName(text, name, module));
  return { ...failure('import-name', cut(name), cut(module)), place };
}

/**
 * The position of a name in an import from a module. Each piece between separators is read once, because the text is
 * untrusted and may be long.
 */
function placeOfName(text: string, name: string, module: string): number | undefined {
  const word = new RegExp(`\\b${escaped(name)}\\b`);
  for (const { 0: piece, index } of text.matchAll(/[^;'"]+/g)) {
    const begins = piece.search(/\bimport\b/);
    const mark = index + piece.length;
    if (begins < 0 || !/['"]/.test(text[mark]) || !text.startsWith(module + text[mark], mark + 1)) continue;
    const found = piece.slice(begins).search(word);
    if (found >= 0) return index + begins + found;
  }
  return undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The location that `find` returns for the first of the player's files in which `find` succeeds; '' if there is no such
 * file.
 */
function placeOf(script: Script, find: (text: string) => number | undefined): string {
  const places = ownModules(script).map(({ name, text }: ScriptModule) => {
    const at = find(text);
    if (at === undefined) return '';
    const before = text.slice(0, at);
    return `${name}:${before.split('\n').length}:${at - before.lastIndexOf('\n')}`;
  });
  return places.find((place) => place !== '') ?? '';
}

const MAX_LENGTH = 300;
/**
 * Makes untrusted text fit into a message: one line of limited length, without control characters or a final full stop.
 */
function cut(words: string): string {
  const clean = words.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean.replace(/\.$/, '');
}
