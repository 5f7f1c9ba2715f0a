import { rejectedPlayer } from '../player-problems.ts';
import type { ResolveContext } from '../resolve.ts';
import type { Marker } from '../wasm/marker.ts';
import type { RunCompiler } from './native.ts';
import type { CppSource } from './source.ts';

/** Compiles an untrusted source in the same sandbox in which it will run. */
export async function compilerFor(
  source: CppSource,
  { cpp, limits }: ResolveContext,
): Promise<RunCompiler | undefined> {
  if (!limits?.sandbox) return undefined;
  return (await import('./sandboxed.ts')).sandboxedCompiler(limits.sandbox, source, cpp!.sdk);
}

export function mustRegister(marker: Marker | undefined, name: string): Marker {
  if (marker) return marker;
  throw rejectedPlayer('player/not-registered', name);
}
