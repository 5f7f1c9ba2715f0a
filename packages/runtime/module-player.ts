import { ourEngine } from './quickjs/our-engine.ts';
import type { Script } from './quickjs/script.ts';
import { memoryOf, packedSource, refusal, scriptSource } from './quickjs/source.ts';
import { PlayerRefused, type PlayerSource, type ResolveContext } from './resolve.ts';
import { wasmSource } from './wasm/source.ts';

/** A player whose script was read and put together (quickjs/make.ts), for the engine that we have. */
export async function scriptPlayer(
  script: Script,
  name: string,
  context: ResolveContext,
  shown: string = script.name,
): Promise<PlayerSource> {
  try {
    return scriptSource(await ourEngine(memoryOf(context)), { ...script, name: shown }, name, context);
  } catch (error) {
    throw refusal(error, name);
  }
}

/**
 * A player that is a WebAssembly module, compiled from C++ or with a script in it, from its bytes. `name`: what errors call it; `shown`: its
 * name in the match, where that is not to be the one in the module. Throws a `PlayerNotFound` or `PlayerRefused`.
 */
export async function modulePlayer(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  context: ResolveContext,
  shown?: string,
): Promise<PlayerSource> {
  const scripted = await packedSource(bytes, name, context, shown);
  if (scripted) return scripted;
  if (!context.image) throw new PlayerRefused(`${name} cannot be a player: ${context.game.title} has no compiled ones`);
  return wasmSource(bytes, name, context, shown);
}
