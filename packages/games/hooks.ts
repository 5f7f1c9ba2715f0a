import { registerHooks } from 'node:module';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kitsElsewhere } from './elsewhere.ts';

/**
 * Importing this module lets every module of the process, wherever it lies, import what players are written with: `ludus/ID` is the
 * game's `player/api.ts`, and `ludus/…` and `@ludus/…` are found as from here. The same for players in the referee's own process and
 * for those that are programs. A game that is being made elsewhere (LUDUS_GAMES names its `kit.ts`) is called as its folder is.
 */
const elsewhere = new Map(
  kitsElsewhere()
    .map((kit) => dirname(kit))
    .map((folder) => [`ludus/${basename(folder)}`, pathToFileURL(`${folder}/player/api.ts`).href]),
);

registerHooks({
  resolve(specifier, context, next) {
    const own = elsewhere.get(specifier);
    if (own !== undefined) return next(own, context);
    return /^@?ludus\//.test(specifier)
      ? next(specifier, { ...context, parentURL: import.meta.url })
      : next(specifier, context);
  },
});
