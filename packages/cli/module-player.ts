import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PlayerKind, PlayerNotFound, type PlayerSource } from '@ludus/runtime/resolve.ts';
import type { MobPlayer } from 'ludus/angrymob/player/api.ts';
import { inProcessMob } from 'ludus/angrymob/player/in-process.ts';
import { type CylinderPlayerCode, inProcessCylinder } from 'ludus/cylinder/player/in-process.ts';
import { MadMaxPlayer } from 'ludus/madmax/player/api.ts';
import { StarWarPlayer } from 'ludus/starwar/player/api.ts';

const BASES = { madmax: MadMaxPlayer, starwar: StarWarPlayer } as const;

/** Your own TypeScript or JavaScript player, in the referee's process: `./Mine.ts`. Only where no budget is counted. */
export const moduleKind: PlayerKind = {
  id: 'module',
  example: './Mine.ts',
  accepts: (name, { budget, game }) =>
    budget === 'none' && (game.id in BASES || game.id === 'angrymob') && /\.[cm]?[jt]s$/.test(name),
  async prepare(name, { folder, game }) {
    const file = resolve(folder, name);
    if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
    sdkIsFound();
    let code: unknown;
    try {
      code = (await import(pathToFileURL(file).href)).default;
    } catch (error) {
      throw new PlayerNotFound(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
    const shown = basename(name)
      .replace(/\.[cm]?[jt]s$/, '')
      .replace(/\s+/g, '_');
    return { name: shown, open: opener(name, shown, code, game.id) };
  },
};

/** What opens a player of this code for one seat of one match. */
function opener(file: string, name: string, code: unknown, game: string): PlayerSource['open'] {
  if (game === 'angrymob') {
    const make = (): MobPlayer =>
      (typeof code === 'function' ? new (code as new () => MobPlayer)() : code) as MobPlayer;
    if (typeof code !== 'function' && typeof (code as MobPlayer | undefined)?.move !== 'function')
      throw new PlayerNotFound(`${file} has no default export that is a class or an object with move()`);
    return (output) => inProcessMob(name, make(), output);
  }
  if (typeof code !== 'function')
    throw new PlayerNotFound(`${file} has no default export that is a class with play() or a function`);
  const base = BASES[game as keyof typeof BASES];
  return (output) => inProcessCylinder(name, code as CylinderPlayerCode, base, output);
}

let hooked = false;

/** Lets a player anywhere on the disk import `ludus/cylinder`, `ludus/madmax`, `ludus/starwar` and `ludus/angrymob`. */
function sdkIsFound(): void {
  if (hooked) return;
  hooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const game = /^ludus\/(cylinder|madmax|starwar|angrymob)$/.exec(specifier)?.[1];
      return game ? next(specifier, { ...context, parentURL: import.meta.url }) : next(specifier, context);
    },
  });
}
