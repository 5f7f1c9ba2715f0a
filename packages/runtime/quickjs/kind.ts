import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type PlayerKind, PlayerNotFound, PlayerRefused, type PlayerSource, type ResolveContext } from '../resolve.ts';
import { ModuleRefused } from '../wasm/bytes.ts';
import { DEFAULT_MEMORY_BYTES } from '../wasm/fuel.ts';
import { type Engine, loadEngine, TooLittleMemory } from './engine.ts';
import { engineBytes, ourEngine } from './load.ts';
import { readScript, ScriptRefused } from './make.ts';
import { DAMAGED, unpackScript } from './pack.ts';
import { ScriptPort, tryScript } from './port.ts';
import type { Script } from './script.ts';

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
        return sourceOf(await ourEngine(memoryOf(context)), script, name, context);
      }
      return await packedSource(path, name, context);
    } catch (error) {
      if (error instanceof ScriptRefused || error instanceof TooLittleMemory)
        throw new PlayerRefused(`${name} cannot be a player: ${error.message}`);
      if (error instanceof ModuleRefused) throw new PlayerRefused(`${name} cannot be a player: ${error.message}`);
      throw error;
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

async function packedSource(path: string, name: string, context: ResolveContext): Promise<PlayerSource> {
  if (context.budget === 'cpu')
    throw new PlayerNotFound(
      `${name} cannot be counted in processor time: WebAssembly is counted in fuel; use --budget fuel`,
    );
  const { script, engine: bytes } = unpackScript(new Uint8Array(readFileSync(path)))!;
  if (script.game !== context.game.id)
    throw new PlayerNotFound(`${name} is a player of ${script.game}, and the board is one of ${context.game.title}`);
  // Most carry the engine that we have: it is metered once for all of them. What else is in the file is a stranger's.
  const engine = Buffer.from(engineBytes()).equals(bytes)
    ? { ...(await ourEngine(memoryOf(context))), isOurs: false }
    : await loadEngine(bytes, memoryOf(context), false);
  return sourceOf(engine, script, name, context);
}

function sourceOf(
  engine: Engine,
  script: Script,
  name: string,
  { game, image, budget, limits }: ResolveContext,
): PlayerSource {
  const wrong = tryScript(engine, script);
  if (wrong !== undefined) throw new PlayerRefused(`${name} ${wrong}`);
  const { per, cpuMs } = game.budget;
  const seconds = (limits?.cpuMs ?? cpuMs) / 1000;
  return {
    name: script.name,
    open: (output) =>
      new ScriptPort(game, image, engine, script, { output, budget: budget === 'fuel' ? { seconds, per } : undefined }),
  };
}

const memoryOf = ({ limits }: ResolveContext): number => limits?.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES;
