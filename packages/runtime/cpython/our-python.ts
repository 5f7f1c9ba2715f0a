import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { cachedBytes, keyOf } from '../compile/cache.ts';
import { hashOf, meteredAs } from '../compile/metered.ts';
import { sourceKey } from '../compile/source-keys.ts';
import { once } from '../quickjs/our-engine.ts';
import { meter } from '../wasm/meter.ts';
import { type PythonFile, type PythonHome, type ReadyPython, startPython } from './python-bot.ts';
import { loadPythonEngine, type PythonEngine, pythonLimits } from './python-engine.ts';
import { packSnapshot, unpackSnapshot } from './snapshot.ts';

const ENGINE_FILE = new URL('./engine/engine.wasm.br', import.meta.url);

/** The bytes of the engine, as built by engine/build.sh. */
export const engineBytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(brotliDecompressSync(readFileSync(ENGINE_FILE)));

/**
 * Python for a game and a memory limit. This engine is metered and started once per machine, and compiled once per
 * process.
 */
export const ourPython = (memoryBytes: number, home: PythonHome): Promise<ReadyPython> => {
  const homeKey = keyOf(JSON.stringify(home));
  return once(`python ${memoryBytes} ${homeKey}`, async () => {
    const { engine, key } = await ourEngine(memoryBytes);
    const memoryKey = keyOf('python 3', sourceKey('python'), key, homeKey);
    const memory = await cachedBytes(memoryKey, () => packSnapshot(startPython(engine, home)));
    return { engine, snapshot: unpackSnapshot(memory) };
  });
};

const ourEngine = (memoryBytes: number): Promise<{ readonly engine: PythonEngine; readonly key: string }> =>
  once(`python ${memoryBytes}`, async () => {
    const key = engineKey(memoryBytes);
    const engine = await loadPythonEngine(memoryBytes, (limits) => meteredAs(key, () => meter(engineBytes(), limits)));
    return { engine, key };
  });

const engineKey = (memoryBytes: number): string => `${hashOf(readFileSync(ENGINE_FILE))} ${memoryBytes}`;

/** The metered engine for a page, so that a browser needn't meter it again. */
export const meteredPython = async (memoryBytes: number): Promise<Uint8Array<ArrayBuffer>> =>
  (await meteredAs(engineKey(memoryBytes), () => meter(engineBytes(), pythonLimits(memoryBytes)))).bytes;

/** The parts that all bots of a game share, on this machine and in a page. `folders` contain the game's SDK. */
export const pythonHome = (game: string, folders: readonly string[] = []): PythonHome => ({
  sdk: sdkFiles(folders),
  environment: { LUDUS_GAME: game, LUDUS_STDIO: '1' },
});

/** The Python files of the game's SDK in these folders. */
export const sdkFiles = (folders: readonly string[]): PythonFile[] =>
  folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.py'))
      .sort()
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
  );
