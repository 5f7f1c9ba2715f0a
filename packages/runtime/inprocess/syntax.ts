import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, relative } from 'node:path';

/** What is wrong with a module's syntax, and where: `Mine.ts:3:14`. */
export interface SyntaxProblem {
  readonly message: string;
  readonly place?: string;
}

/** Why a TypeScript or JavaScript file cannot be read; undefined if it can. */
export function syntaxProblem(file: string): SyntaxProblem | undefined {
  const { emitWarning } = process;
  // That it is an experiment of Node's is not the user's business.
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

/** The place in `PATH:LINE` at the head of a syntax error's stack, then some lines of the source with a caret below one: `Mine.ts:3:14`. */
export function headOf(stack: string, file: string): string | undefined {
  const [, path, line] = /^(?:file:\/\/)?(\/.*):(\d+)$/m.exec(stack.split('\n', 1)[0]) ?? [];
  if (path === undefined) return undefined;
  const caret = stack.split('\n', 8).find((each) => /^\s*\^+\s*$/.test(each));
  return `${relative(dirname(file), path)}:${line}${caret === undefined ? '' : `:${caret.indexOf('^') + 1}`}`;
}
