import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import { VERSION } from './version.ts';

/**
 * Returns a message if the error reports that one of Ludus's modules imports a package that isn't installed; undefined
 * for other errors. In the repository, npm installs all packages, so such an error is a bug.
 */
export function missingPackage(error: unknown, called: string): string | undefined {
  if (!IS_INSTALLED || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return packageSentence((error as Error).message, called, { root, dependencies: Object.keys(dependencies) });
}

/**
 * Returns the message about a missing package. `root`: the folder of the package `ludus`, with a trailing slash;
 * `dependencies`: the packages that npm installs with it.
 */
export function packageSentence(
  message: string,
  called: string,
  { root, dependencies }: { readonly root: string; readonly dependencies: readonly string[] },
): string | undefined {
  const [, name, importer] = /^Cannot find package '([^']+)' imported from (.+)$/.exec(message) ?? [];
  if (name === undefined || !importer.startsWith(root)) return undefined;
  if (dependencies.includes(name))
    return `the package ${name}, which Ludus needs, is not installed: npm install ludus@${VERSION}`;
  // Only a contest's server and the commands for its data need this package.
  return `${called} needs the package ludus-contest: npm install ludus-contest@${VERSION}`;
}
