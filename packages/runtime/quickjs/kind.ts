import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type PlayerKind, PlayerNotFound } from '../resolve.ts';
import { ModuleRefused } from '../wasm/bytes.ts';
import { readScript } from './make.ts';
import { ourEngine } from './our-engine.ts';
import { DAMAGED, unpackScript } from './pack.ts';
import { memoryOf, packedSource, refusal, scriptSource } from './source.ts';

const MODULE = /\.[cm]?[jt]s$/;

/** TypeScript and JavaScript players that are counted in fuel (docs/javascript-players.md): `./Mine.ts`, or what `ludus build` made of it. */
export const scriptKind: PlayerKind = {
  id: 'script',
  example: './Mine.ts',
  accepts(name, { budget, guest, folder }) {
    if (guest === undefined) return false;
    if (MODULE.test(name)) return budget === 'fuel';
    return name.endsWith('.wasm') && hasScript(resolve(folder, name));
  },
  fits: () => 'fuel',
  async prepare(name, context) {
    const path = resolve(context.folder, name);
    if (!existsSync(path)) throw new PlayerNotFound(`there is no file ${name}`);
    try {
      if (MODULE.test(name)) {
        const script = await readScript(path, context.game.id, context.guest!);
        return scriptSource(await ourEngine(memoryOf(context)), script, name, context);
      }
      return (await packedSource(new Uint8Array(readFileSync(path)), name, context))!;
    } catch (error) {
      throw refusal(error, name);
    }
  },
};

/** Is there a script in the module? What is wrong with it is said when the player is prepared. */
function hasScript(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return unpackScript(new Uint8Array(readFileSync(path))) !== undefined;
  } catch (error) {
    if (error instanceof ModuleRefused) return error.message === DAMAGED;
    throw error;
  }
}
