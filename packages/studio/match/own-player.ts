import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyPort } from '@ludus/game/port.ts';
import * as angrymob from 'ludus/angrymob/player/api.ts';
import { inProcessMob } from 'ludus/angrymob/player/in-process.ts';
import { inProcessCylinder } from 'ludus/cylinder/player/in-process.ts';
import * as madmax from 'ludus/madmax/player/api.ts';
import * as starwar from 'ludus/starwar/player/api.ts';
import { transform } from 'sucrase';

/** What an own player can import. */
const MODULES: Record<string, unknown> = {
  'ludus/madmax': madmax,
  'ludus/starwar': starwar,
  'ludus/angrymob': angrymob,
};

/** An own player cannot be used; the message is one plain sentence. */
export class OwnPlayerError extends Error {}

/** Turns the TypeScript source of a player into a port; its types are removed, not checked. */
export function openOwnPlayer(game: string, name: string, source: string, output: PlayerOutput): AnyPort {
  const code = exported(name, source);
  if (game === 'angrymob') {
    const player = typeof code === 'function' && isClass(code) ? new (code as new () => angrymob.MobPlayer)() : code;
    if (typeof player === 'function') return inProcessMob(name, { move: player as angrymob.MobPlayer['move'] }, output);
    if (typeof (player as angrymob.MobPlayer | undefined)?.move === 'function')
      return inProcessMob(name, player as angrymob.MobPlayer, output);
    throw new OwnPlayerError(`${name} has no default export that is a class with move() or a function`);
  }
  if (typeof code !== 'function')
    throw new OwnPlayerError(`${name} has no default export that is a class with play() or a function`);
  const base = game === 'madmax' ? madmax.MadMaxPlayer : starwar.StarWarPlayer;
  return inProcessCylinder(name, code as () => void, base, output);
}

function exported(name: string, source: string): unknown {
  let script: string;
  try {
    script = transform(source, { transforms: ['typescript', 'imports'], filePath: name }).code;
  } catch (error) {
    throw new OwnPlayerError(`${name} cannot be read: ${(error as Error).message}`);
  }
  const module = { exports: {} as { default?: unknown } };
  const require = (what: string): unknown => {
    const found = MODULES[what];
    if (!found) throw new OwnPlayerError(`${name} imports ${what}; there are only ${Object.keys(MODULES).join(', ')}`);
    return found;
  };
  try {
    new Function('require', 'module', 'exports', script)(require, module, module.exports);
  } catch (error) {
    if (error instanceof OwnPlayerError) throw error;
    throw new OwnPlayerError(`${name} fails when it is loaded: ${(error as Error).message}`);
  }
  return module.exports.default;
}

function isClass(code: { prototype?: { move?: unknown } }): boolean {
  return typeof code.prototype?.move === 'function';
}
