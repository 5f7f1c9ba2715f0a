import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { fuelBudget } from '../budget/budget.ts';
import { DEFAULT_MEMORY_BYTES } from '../budget/fuel.ts';
import type { Libraries } from '../game-parts.ts';
import { rejectedPlayer } from '../player-problems.ts';
import { type ReadScriptOptions, refuseNeighbour } from '../quickjs/read-script.ts';
import { rejectedScript, type Script, ScriptRejectedError } from '../quickjs/script.ts';
import { readRegular, SOURCE_BYTES } from '../regular-file.ts';
import type { PlayerSource, ResolveContext } from '../resolve.ts';
import { ourPython, pythonHome, sdkFiles } from './our-python.ts';
import { compilePython, type PythonBot, type PythonFile } from './python-bot.ts';
import { bundlePython } from './python-imports.ts';
import { PythonRunner } from './python-runner.ts';

/** Whether this engine runs the file. */
export const isPython = (name: string): boolean => name.endsWith('.py');

interface ReadPythonOptions extends ReadScriptOptions {
  /** The game's libraries. Files of the game's SDK aren't treated as the bot's files. */
  readonly libraries?: Libraries | undefined;
}

/** Reads a bot's files from its folder. Throws a `ScriptRejectedError` for a file that cannot become a bot. */
export function readPython(
  path: string,
  { stranger = false, libraries }: ReadPythonOptions = {},
): [PythonFile, ...PythonFile[]] {
  const folder = dirname(path);
  const sdk = new Map(sdkFiles(libraries?.python ?? []).map(({ name, text }) => [name, Buffer.from(text)]));
  const read = (name: string): Uint8Array => {
    const file = readRegular(join(folder, name), { most: SOURCE_BYTES, links: !stranger });
    if (!file.ok) throw rejectedScript('source/file', name, file.problem.message);
    return file.bytes;
  };
  const beside = (name: string): Uint8Array | undefined => {
    const shared = sdk.get(name);
    if ((stranger && shared) || !existsSync(join(folder, name))) return undefined;
    const bytes = stranger ? refuseNeighbour(name) : read(name);
    // A copy of the SDK, as it is in starter projects, has already been imported.
    return shared?.equals(bytes) ? undefined : bytes;
  };
  return bundlePython(path, read(basename(path)), beside);
}

/** A bot's files in the form that `packScript` accepts. Throws a `ScriptRejectedError`. */
export function readPythonScript(path: string, game: string, options?: ReadPythonOptions): Script {
  const [player, ...others] = readPython(path, options);
  return { game, name: nameOf(player), guest: others, player };
}

const nameOf = ({ name }: PythonFile): string => nameFrom(name.replace(/\.py$/, ''));

/**
 * Compiles a bot for the game with this id. Throws a `ScriptRejectedError` with the error and its line.
 */
export async function compiledPython(
  files: readonly PythonFile[],
  game: string,
  { libraries, memoryBytes = DEFAULT_MEMORY_BYTES, shown = nameOf(files[0]) }: CompileOptions = {},
): Promise<PythonBot> {
  const { engine, snapshot } = await ourPython(memoryBytes, pythonHome(game, libraries?.python));
  return compilePython(engine, snapshot, shown, files);
}

interface CompileOptions {
  readonly libraries?: Libraries | undefined;
  readonly memoryBytes?: number | undefined;
  readonly shown?: string | undefined;
}

/**
 * A Python bot with a fuel budget. `name` is the name on the command line, for errors. `shown` is the bot's name in the
 * match. Throws a `PlayerRejectedError`.
 */
export async function pythonSource(
  files: readonly PythonFile[],
  name: string,
  { game, budget, limits, libraries }: ResolveContext,
  shown: string = nameOf(files[0]),
): Promise<PlayerSource> {
  if (!game.dialogue) throw rejectedPlayer('player/no-protocol', name, game.title);
  try {
    const memoryBytes = limits?.session?.memoryBytes;
    const bot = await compiledPython(files, game.id, { libraries, memoryBytes, shown });
    return {
      name: shown,
      keptBytes: bot.keptBytes,
      open: (output, other = shown) =>
        new PythonRunner(
          game,
          { ...bot, name: other },
          { output, budget: budget === 'fuel' ? fuelBudget({ game, limits }) : undefined },
        ),
    };
  } catch (error) {
    if (error instanceof ScriptRejectedError) throw rejectedPlayer('player/not-a-bot', name, error.message);
    throw error;
  }
}
