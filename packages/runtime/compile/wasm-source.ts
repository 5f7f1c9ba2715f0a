import { readFileSync } from 'node:fs';
import { rejectedPlayer } from '../player-problems.ts';
import type { PlayerSource, ResolveContext } from '../resolve.ts';
import { readMarker } from '../wasm/marker.ts';
import type { CodePlaces } from '../wasm/places.ts';
import { wasmSource } from '../wasm/source.ts';
import { meteredOnce } from './metered.ts';
import type { CppSource } from './source.ts';
import { buildWasm, placesOf } from './wasm.ts';

/** A C++ player as WebAssembly. */
export async function compiledSource(source: CppSource, name: string, context: ResolveContext): Promise<PlayerSource> {
  const { module, places } = await moduleOf(source, name, context);
  const meter = context.limits?.sandbox === undefined ? meteredOnce : undefined;
  return await wasmSource(module, name, context, undefined, places, meter);
}

/** Compiles a C++ player to WebAssembly. */
export async function moduleOf(
  source: CppSource,
  name: string,
  context: ResolveContext,
): Promise<{ readonly module: Uint8Array<ArrayBuffer>; readonly places: CodePlaces | undefined }> {
  // Compiles an untrusted source in a sandbox, where the compiler can be stopped, because npm's clang would run in this
  // process.
  const level = context.limits?.sandbox;
  const sandboxed = level && (await import('./sandboxed.ts')).sandboxedCompiler(level, source, context.cpp!.sdk);
  const isShared = context.budget === 'fuel' && sandboxed === undefined;
  const options = { sandboxed, isShared, others: context.others, onCompile: context.onCompile };
  const file = await buildWasm(source, context.cpp!, options);
  const module = readFileSync(file);
  if (!readMarker(module)) throw rejectedPlayer('player/not-registered', name);
  return { module, places: placesOf(file) };
}
