import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type ResolveFnOutput, registerHooks } from 'node:module';
import { basename, dirname } from 'node:path';
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

registerHooks({
  resolve(specifier, context, next) {
    const own = elsewhere.get(specifier);
    if (own !== undefined) return next(own, context);
    if (!/^@?ludus\//.test(specifier)) return asWritten(next(specifier, context));
    try {
      return next(specifier, { ...context, parentURL: import.meta.url });
    } catch {
      throw new Error(`there is no module ${specifier}; choose ${libraries().join(', ')}`);
    }
  },
});

/** The players' libraries of all games, such as `ludus/trails`. */
function libraries(): string[] {
  const games = fileURLToPath(new URL('./', import.meta.url));
  const own = readdirSync(games).filter((id) => existsSync(`${games}${id}/player/api.ts`));
  return [...own.map((id) => `ludus/${id}`), ...elsewhere.keys()].sort();
}

function asWritten(found: ResolveFnOutput): ResolveFnOutput {
  const { url, format } = found;
  if (!format?.startsWith('commonjs') || !url.startsWith('file:') || url.includes('/node_modules/')) return found;
  if (!isModuleText(readFileSync(fileURLToPath(url), 'utf8'))) return found;
  return { ...found, format: format.replace('commonjs', 'module') };
}
