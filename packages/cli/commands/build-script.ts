import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isPython, ourEngine, pythonSource, readPythonScript, readScript } from '@ludus/runtime/kinds.ts';
import { ownModules, packScript, type Script, ScriptRejectedError, tryScript } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { PlayerRejectedError } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { writeComplete } from '@ludus/shell/files.ts';
import { contextOf } from '../context.ts';
import { GAME_IDS, gameNamed } from '../games.ts';
import { importedGame, unspoken } from '../lab/guess-game.ts';

/** Checks whether `buildScript` can turn the player into a module. */
export const isScript = (name: string): boolean => isPython(name) || /\.[cm]?[jt]s$/.test(name);

/** Bundles a player in TypeScript, JavaScript, or Python, together with its imports, into one file. */
export async function buildScript(
  name: string,
  options: { readonly output?: string; readonly game?: string },
): Promise<void> {
  const file = resolve(name);
  const game = options.game ? gameNamed(options.game) : importedGame(readFileSync(file, 'utf8'));
  if (!game) throw unspoken(name, GAME_IDS);
  const context = await contextOf(game, { budget: 'fuel', folder: '.' });
  const { guest } = context;
  if (!guest && !isPython(name))
    throw new UsageError(
      `${basename(file)} can’t be built, because ${game.title} doesn’t support WebAssembly bots in its language`,
    );
  try {
    let script: Script;
    if (isPython(name)) {
      script = readPythonScript(file, game.id, context);
      await pythonSource(ownModules(script), name, context);
    } else {
      script = await readScript(file, game.id, guest!);
      const wrong = tryScript(await ourEngine(DEFAULT_MEMORY_BYTES), script);
      if (wrong !== undefined) throw new UsageError(`${name} ${wrong}`);
    }
    const module = packScript(script);
    const output = options.output ?? `${script.name.toLowerCase()}.wasm`;
    writeComplete(output, module);
    process.stderr.write(`${output}: bot ${script.name} for ${game.title}, ${Math.ceil(module.length / 1024)} KiB\n`);
  } catch (error) {
    if (error instanceof PlayerRejectedError) throw new UsageError(error.message);
    if (error instanceof ScriptRejectedError) throw new UsageError(`${name} can’t be a bot: ${error.message}`);
    throw error;
  }
}
