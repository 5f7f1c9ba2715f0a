import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CylinderPlayerCode, inProcessCylinder } from '@ludus/runtime/inprocess/cylinder.ts';
import { type PlayerKind, PlayerNotFound } from '@ludus/runtime/resolve.ts';
import { MadMaxPlayer } from '@ludus/runtime/sdk/madmax.ts';
import { StarWarPlayer } from '@ludus/runtime/sdk/starwar.ts';

const BASES = { madmax: MadMaxPlayer, starwar: StarWarPlayer } as const;

/** Your own TypeScript or JavaScript player, in the referee's process: `./Mine.ts`. Only where no budget is counted. */
export const moduleKind: PlayerKind = {
  id: 'module',
  example: './Mine.ts',
  accepts: (name, { budget, game }) => budget === 'none' && game.id in BASES && /\.[cm]?[jt]s$/.test(name),
  async prepare(name, { folder, game }) {
    const file = resolve(folder, name);
    if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
    sdkIsFound();
    let code: CylinderPlayerCode;
    try {
      code = (await import(pathToFileURL(file).href)).default;
    } catch (error) {
      throw new PlayerNotFound(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (typeof code !== 'function')
      throw new PlayerNotFound(`${name} has no default export that is a class with play() or a function`);
    const shown = basename(name)
      .replace(/\.[cm]?[jt]s$/, '')
      .replace(/\s+/g, '_');
    return {
      name: shown,
      open: (output) => inProcessCylinder(shown, code, BASES[game.id as keyof typeof BASES], output),
    };
  },
};

let hooked = false;

/** Lets a player anywhere on the disk import `ludus/madmax` and `ludus/starwar`. */
function sdkIsFound(): void {
  if (hooked) return;
  hooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const game = /^ludus\/(madmax|starwar|angrymob)$/.exec(specifier)?.[1];
      return game
        ? next(`@ludus/runtime/sdk/${game}.ts`, { ...context, parentURL: import.meta.url })
        : next(specifier, context);
    },
  });
}
