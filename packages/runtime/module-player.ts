import type { PlayerSource, ResolveContext } from './resolve.ts';
import { packedSource } from './script-source.ts';
import { wasmSource } from './wasm/source.ts';

/**
 * A player that is a WebAssembly module, compiled from C++ or a packed script, from its bytes. `name`: what errors call it; `shown`: its name in
 * the match, where that is not to be the one in the module. Throws a `PlayerNotFoundError` or `PlayerRejectedError`.
 */
export async function modulePlayer(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  context: ResolveContext,
  shown?: string,
): Promise<PlayerSource> {
  const scripted = await packedSource(bytes, name, context, shown);
  if (scripted) return scripted;
  return wasmSource(bytes, name, context, shown);
}
