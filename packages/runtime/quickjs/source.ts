import { PlayerNotFound, PlayerRefused, type PlayerSource, type ResolveContext } from '../resolve.ts';
import { ModuleRefused } from '../wasm/bytes.ts';
import { DEFAULT_MEMORY_BYTES } from '../wasm/fuel.ts';
import { type Engine, loadEngine, TooLittleMemory } from './engine.ts';
import { engineBytes, ourEngine } from './our-engine.ts';
import { unpackScript } from './pack.ts';
import { ScriptPort, tryScript } from './port.ts';
import { type Script, ScriptRefused } from './script.ts';

/** The player in a module that carries a script; undefined where it carries none. Throws a `PlayerNotFound` or `PlayerRefused`. */
export async function packedSource(
  module: Uint8Array<ArrayBuffer>,
  name: string,
  context: ResolveContext,
  shown?: string,
): Promise<PlayerSource | undefined> {
  try {
    const packed = unpackScript(module);
    return packed && (await sourceOfPacked(packed, name, context, shown));
  } catch (error) {
    throw refusal(error, name);
  }
}

async function sourceOfPacked(
  { script, engine: bytes }: { readonly script: Script; readonly engine: Uint8Array<ArrayBuffer> },
  name: string,
  context: ResolveContext,
  shown: string = script.name,
): Promise<PlayerSource> {
  if (context.budget === 'cpu')
    throw new PlayerNotFound(
      `${name} cannot be counted in processor time: WebAssembly is counted in fuel; use --budget fuel`,
    );
  if (script.game !== context.game.id)
    throw new PlayerNotFound(`${name} is a player of ${script.game}, and the board is one of ${context.game.title}`);
  // Most carry the engine that we have: it is metered once for all of them. What else is in the file is a stranger's.
  const engine = Buffer.from(engineBytes()).equals(bytes)
    ? { ...(await ourEngine(memoryOf(context))), isOurs: false }
    : await loadEngine(bytes, memoryOf(context), false);
  return scriptSource(engine, { ...script, name: shown }, name, context);
}

/** What a script's player could not be made for, as the `PlayerRefused` that says so; anything else as it is. */
export function refusal(error: unknown, name: string): unknown {
  if (error instanceof ScriptRefused || error instanceof TooLittleMemory || error instanceof ModuleRefused)
    return new PlayerRefused(`${name} cannot be a player: ${error.message}`);
  return error;
}

export function scriptSource(
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
    open: (output, name = script.name) =>
      new ScriptPort(
        game,
        image,
        engine,
        { ...script, name },
        { output, budget: budget === 'fuel' ? { seconds, per } : undefined },
      ),
  };
}

export const memoryOf = ({ limits }: ResolveContext): number => limits?.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES;
