import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { localImports } from '../local-imports.ts';

/** A syntax error of a module, with its location: `Mine.ts:3:14`. */
export interface SyntaxProblem {
  readonly message: string;
  readonly place?: string;
}

/** The reason why a TypeScript or JavaScript file cannot be parsed; undefined if it can. */
export function syntaxProblem(file: string): SyntaxProblem | undefined {
  const { emitWarning } = process;
  // Hides Node's warning that this feature is experimental.
  process.emitWarning = () => {};
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'), { sourceUrl: file });
    return undefined;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const place = headOf(stack, file);
    return { message: message.split('\n')[0], ...(place !== undefined && { place }) };
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * The location of the first syntax error in a module, or in a file of its folder that it imports: `lib/search.js:3:14`.
 */
export function syntaxErrorPlace(main: string): string | undefined {
  const folder = dirname(main);
  const names = new Set([basename(main)]);
  // The loop also reaches the names that are added in it.
  for (const name of names) {
    const file = join(folder, name);
    // The type eraser reads every file as a module.
    if (!existsSync(file) || name.endsWith('.cjs')) continue;
    const problem = syntaxProblem(file);
    if (problem?.place) return join(dirname(name), problem.place);
    if (problem) continue;
    const text = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '');
    for (const imported of localImports(name, text)) names.add(imported);
  }
  return undefined;
}

/**
 * The location of a syntax error. The line comes from `PATH:LINE` at the start of the error's stack, and the column
 * from the caret below a source line after it: `Mine.ts:3:14`.
 */
export function headOf(stack: string, file: string): string | undefined {
  const [, path, line] = /^(?:file:\/\/)?(\/.*):(\d+)$/m.exec(stack.split('\n', 1)[0]) ?? [];
  if (path === undefined) return undefined;
  const caret = stack.split('\n', 8).find((each) => /^\s*\^+\s*$/.test(each));
  return `${relative(dirname(file), path)}:${line}${caret === undefined ? '' : `:${caret.indexOf('^') + 1}`}`;
}
