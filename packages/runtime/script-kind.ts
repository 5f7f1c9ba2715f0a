import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPython, pythonSource, readPython } from './cpython/python-source.ts';
import { missingPlayer } from './player-problems.ts';
import { ourEngine } from './quickjs/our-engine.ts';
import { isPacked } from './quickjs/packed-script.ts';
import { readScript } from './quickjs/read-script.ts';
import { PROGRAM_BYTES, readRegular } from './regular-file.ts';
import type { PlayerKind, ResolveContext } from './resolve.ts';
import { memoryOf, packedSource, scriptSource, toPlayerRejectedError } from './script-source.ts';

const MODULE = /\.[cm]?[jt]s$/;

/**
 * Players in TypeScript, JavaScript (docs/javascript-players.md), and Python (docs/python-players.md) whose fuel is
 * counted: `./Mine.ts`, or the output of `ludus build`.
 */
export const scriptKind: PlayerKind = {
  id: 'script',
  example: './Mine.ts',
  accepts(name, context) {
    if (isPython(name)) return context.budget === 'fuel' && context.game.dialogue !== undefined;
    if (MODULE.test(name)) return context.guest !== undefined && context.budget === 'fuel';
    return packed(name, context) !== undefined;
  },
  fits: () => 'fuel',
  async prepare(name, context) {
    const path = resolve(context.folder, name);
    if (!existsSync(path)) throw missingPlayer('player/no-file', name);
    try {
      const stranger = context.limits?.sandbox !== undefined;
      if (isPython(name))
        return await pythonSource(readPython(path, { stranger, libraries: context.libraries }), name, context);
      if (MODULE.test(name)) {
        const script = await readScript(path, context.game.id, context.guest!, { stranger });
        return scriptSource(await ourEngine(memoryOf(context)), script, name, context);
      }
      return (await packedSource(packed(name, context)!, name, context))!;
    } catch (error) {
      throw toPlayerRejectedError(error, name);
    }
  },
};

/** The bytes of a module that contains a script; undefined for every other file. */
function packed(name: string, { folder, limits }: ResolveContext): Uint8Array | undefined {
  if (!name.endsWith('.wasm')) return undefined;
  const file = readRegular(resolve(folder, name), { most: PROGRAM_BYTES, links: limits?.sandbox === undefined });
  return file.ok && isPacked(file.bytes) ? file.bytes : undefined;
}
