import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyPort } from '@ludus/game/port.ts';
import { transform } from 'sucrase';
import { kitOf, PLAYER_MODULES } from '../games/kits.ts';

/** An own player cannot be used; the message is one plain sentence. */
export class OwnPlayerError extends Error {}

/** Turns the TypeScript source of a player into a port; its types are removed, not checked. */
export function openOwnPlayer(game: string, name: string, source: string, output: PlayerOutput): AnyPort {
  const api = kitOf(game)?.api;
  if (!api) throw new OwnPlayerError(`${name} cannot play: the game has no players that are modules`);
  const port = api.open(name, exported(name, source), output);
  if (typeof port === 'string') throw new OwnPlayerError(`${name} ${port}`);
  return port;
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
    const found = PLAYER_MODULES[what];
    if (!found)
      throw new OwnPlayerError(`${name} imports ${what}; there are only ${Object.keys(PLAYER_MODULES).join(', ')}`);
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
