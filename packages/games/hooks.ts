import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type ResolveFnOutput, registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isModuleText } from '@ludus/runtime/files.ts';
import { customGameKits } from './custom-games.ts';

/**
 * Importing this module lets every module of the process, wherever it is, import the players' libraries: `ludus/ID` is
 * the game's `player/api.ts`, and `ludus/…` and `@ludus/…` are resolved as if they were imported here. This applies to
 * players in the referee's process and to those that run as programs. A player written as a module is loaded as a
 * module, even if its package.json contains `"type": "commonjs"`, as `npm init` writes it. A custom game (LUDUS_GAMES
 * names its `kit.ts`) is named after its folder.
 */
const elsewhere = new Map(
  customGameKits()
    .map((kit) => dirname(kit))
    .map((folder) => [`ludus/${basename(folder)}`, pathToFileURL(`${folder}/player/api.ts`).href]),
);

/** Node's codes for a module that doesn't exist, whether it is imported or required. */
const MISSING =
  /^(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED|ERR_INVALID_MODULE_SPECIFIER|ERR_UNSUPPORTED_DIR_IMPORT)$/;

registerHooks({
  resolve(specifier, context, next) {
    const own = elsewhere.get(specifier);
    if (own !== undefined) return next(own, context);
    if (!/^@?ludus\//.test(specifier)) return asWritten(next(specifier, context));
    // `next` changes the context.
    const { parentURL } = context;
    const here = { ...context, parentURL: import.meta.url };
    try {
      return next(specifier, here);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined || !MISSING.test(code) || isOwn(parentURL)) throw error;
      const known = libraries();
      // A library that exists can't be required from a folder without Ludus.
      if (known.includes(specifier)) throw error;
      // This error has no cause, because node-host.ts reports an error's cause instead of the error.
      throw Object.assign(new Error(`there is no module ${specifier}; choose ${known.join(', ')}`), { code });
    }
  },
});

/** Checks whether a module is part of Ludus, and not a bot. */
const isOwn = (url: string | undefined): boolean => url?.startsWith(new URL('../', import.meta.url).href) === true;

/** The players' libraries of all games, such as `ludus/trails`. */
function libraries(): string[] {
  const games = fileURLToPath(new URL('./', import.meta.url));
  // In the published package, this path ends in `.js`. The packer renames quoted paths, but not template strings.
  const own = readdirSync(games).filter((id) => existsSync(join(games, id, 'player/api.ts')));
  return [...own.map((id) => `ludus/${id}`), ...elsewhere.keys()].sort();
}

function asWritten(found: ResolveFnOutput): ResolveFnOutput {
  const { url, format } = found;
  if (!format?.startsWith('commonjs') || !url.startsWith('file:') || url.includes('/node_modules/')) return found;
  if (!isModuleText(readFileSync(fileURLToPath(url), 'utf8'))) return found;
  return { ...found, format: format.replace('commonjs', 'module') };
}
