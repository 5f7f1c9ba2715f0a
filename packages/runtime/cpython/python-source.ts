import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { fuelBudget } from '../budget/cpu-budget.ts';
import { readRegular, SOURCE_BYTES } from '../compile/regular-file.ts';
import { ScriptRejectedError } from '../quickjs/script.ts';
import { PlayerRejectedError, type PlayerSource, type ResolveContext } from '../resolve.ts';
import { DEFAULT_MEMORY_BYTES } from '../wasm/fuel.ts';
import { ourPython, sdkFiles } from './our-python.ts';
import { compilePython, type PythonFile, PythonRejectedError } from './python-bot.ts';
import { PythonMemoryError } from './python-engine.ts';
import { bundlePython } from './python-imports.ts';
import { PythonRunner } from './python-runner.ts';

/** Is it a file that this engine runs? */
export const isPython = (name: string): boolean => name.endsWith('.py');

/** A bot's own files, read from its folder. Throws a `ScriptRejectedError` for a file that cannot become a bot. */
export function readPython(path: string): [PythonFile, ...PythonFile[]] {
  const folder = dirname(path);
  const read = (name: string): Uint8Array => {
    const file = readRegular(join(folder, name), { most: SOURCE_BYTES, links: true });
    if (!file.ok) throw new ScriptRejectedError(`${name} ${file.why}`);
    return file.bytes;
  };
  const beside = (name: string): Uint8Array | undefined => (existsSync(join(folder, name)) ? read(name) : undefined);
  return bundlePython(path, read(basename(path)), beside);
}

/** A bot in Python under fuel. `name`: how it was called, for errors; `shown`: its name in the match. Throws a `PlayerRejectedError`. */
export async function pythonSource(
  files: readonly PythonFile[],
  name: string,
  { game, budget, limits, libraries }: ResolveContext,
  shown: string = nameFrom(files[0].name.replace(/\.py$/, '')),
): Promise<PlayerSource> {
  if (!game.dialogue)
    throw new PlayerRejectedError(`${name} can’t be a bot: ${game.title} has no protocol for programs`);
  try {
    const { engine, snapshot } = await ourPython(limits?.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES, {
      sdk: sdkFiles(libraries?.python ?? []),
      environment: { LUDUS_GAME: game.id, LUDUS_STDIO: '1' },
    });
    const bot = compilePython(engine, snapshot, shown, files);
    return {
      name: shown,
      open: (output, other = shown) =>
        new PythonRunner(
          game,
          { ...bot, name: other },
          { output, budget: budget === 'fuel' ? fuelBudget({ game, limits }) : undefined },
        ),
    };
  } catch (error) {
    if (error instanceof PythonRejectedError || error instanceof PythonMemoryError)
      throw new PlayerRejectedError(`${name} can’t be a bot: ${error.message}`);
    throw error;
  }
}
