import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** Is a file's text that of a module, by its imports and exports? */
export const isModuleText = (text: string): boolean => /^[ \t]*(?:export\b|import[\s{*'"])/m.test(text);

/** Would Node take a module in this file for CommonJS, because of the package.json that holds for it? That of `npm init` says so. */
export function isTakenForCommonJs(file: string): boolean {
  if (!/\.[jt]s$/.test(file)) return false;
  const found = findPackageJSON('.', file);
  try {
    const { type } = found === undefined ? {} : JSON.parse(readFileSync(found, 'utf8'));
    return type === 'commonjs' && isModuleText(readFileSync(file, 'utf8'));
  } catch {
    // Node reports the error.
    return false;
  }
}
