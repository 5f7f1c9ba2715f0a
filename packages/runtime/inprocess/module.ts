import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nameFrom } from '@ludus/game/names.ts';
import { type PlayerKind, PlayerNotFound, PlayerRefused } from '../resolve.ts';

const MODULE = /\.[cm]?[jt]s$/;

/** Your own TypeScript or JavaScript player, in the referee's process: `./Mine.ts`. Only where no budget is counted. */
export const moduleKind: PlayerKind = {
  id: 'module',
  example: './Mine.ts',
  accepts: (name, { budget, api }) => budget === 'none' && api !== undefined && MODULE.test(name),
  fits: () => 'none',
  async prepare(name, { folder, api, modules }) {
    const file = resolve(folder, name);
    if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
    if (modules) await import(pathToFileURL(modules.hooks).href);
    let code: unknown;
    try {
      code = (await import(pathToFileURL(file).href)).default;
    } catch (error) {
      throw new PlayerRefused(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
    const shown = nameFrom(basename(name).replace(MODULE, ''));
    const wrong = api!.open(shown, code);
    if (typeof wrong === 'string') throw new PlayerRefused(`${name} ${wrong}`);
    return {
      name: shown,
      open(output) {
        const port = api!.open(shown, code, output);
        if (typeof port === 'string') throw new PlayerNotFound(`${name} ${port}`);
        return port;
      },
    };
  },
};
