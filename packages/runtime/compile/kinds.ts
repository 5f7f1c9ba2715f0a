import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { withDrawings } from '@ludus/game/drawing.ts';
import { cpuBudget } from '../budget/cpu-budget.ts';
import { NativePort } from '../native/port.ts';
import { forSeats } from '../process/limits.ts';
import type { SessionOptions } from '../process/session.ts';
import { type PlayerKind, PlayerNotFound, PlayerRefused, type PlayerSource, type ResolveContext } from '../resolve.ts';
import { bubblewrapped } from '../sandbox/bubblewrap.ts';
import { processFolder } from '../sandbox/copies.ts';
import type { CodePlaces } from '../wasm/places.ts';
import { wasmSource } from '../wasm/source.ts';
import { CompileError } from './compiler-error.ts';
import { fileOfName, nameOfFile } from './cpp-sdk.ts';
import { type Marker, readMarker } from './marker.ts';
import { meteredOnce } from './metered.ts';
import { buildNative, type NativeBuild, type RunCompiler } from './native.ts';
import { PROGRAM_BYTES, readRegular } from './regular-file.ts';
import { sandboxedCompiler } from './sandboxed.ts';
import { type CppSource, readSource } from './source.ts';
import { onlyWasm } from './toolchain.ts';
import { buildWasm, placesOf } from './wasm.ts';

/** The file that is meant, if a name means one of ours: `./AIFoo.cc`, or `Foo` where the folder holds AIFoo.cc. */
function cppFile(name: string, { cpp, image, folder }: ResolveContext): string | undefined {
  if (!cpp || !image) return undefined;
  return /\.(cc|cpp|cxx)$/.test(name) ? resolve(folder, name) : fileOfName(cpp.sdk, name, folder);
}

/** Where nobody has said otherwise and there is no compiler for this machine, one for WebAssembly does: the match is the same. */
function isWasmAnyway({ target, budget, debug }: ResolveContext): boolean {
  return target === undefined && budget === 'none' && debug === undefined && onlyWasm();
}

/** C++ players against a game's headers, compiled when they are named (docs/cpp.md). */
export const cppKind: PlayerKind = {
  id: 'cpp',
  isSideBySide: true,
  example: './AIMine.cc',
  accepts: (name, context) => cppFile(name, context) !== undefined,
  fits: (_, { target }) => (target === 'wasm' || (target === undefined && onlyWasm()) ? 'fuel' : 'cpu'),
  async prepare(name, context) {
    const file = cppFile(name, context)!;
    if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
    try {
      const source = readSource(file, context.cpp!.sdk, { stranger: context.limits?.sandbox !== undefined });
      if (context.target === 'wasm' || context.budget === 'fuel' || isWasmAnyway(context)) {
        const { module, places } = await moduleOf(source, name, context);
        const meter = context.limits?.sandbox === undefined ? meteredOnce : undefined;
        return await wasmSource(module, name, context, undefined, places, meter);
      }
      return await nativeSource(source, name, context);
    } catch (error) {
      throw refusal(error, file);
    }
  },
  list({ cpp, image, folder }) {
    if (!cpp || !image) return [];
    return readdirSync(folder).flatMap((file) => {
      const name = nameOfFile(cpp.sdk, file);
      return name === undefined ? [] : [{ name, summary: `${file} in this folder` }];
    });
  },
};

/** Players that were compiled to WebAssembly by `ludus build`. */
export const wasmKind: PlayerKind = {
  id: 'wasm',
  example: './foo.wasm',
  accepts: (name, { image }) => name.endsWith('.wasm') && image !== undefined,
  fits: () => 'fuel',
  async prepare(name, context) {
    const file = resolve(context.folder, name);
    if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
    return await wasmSource(moduleBytes(name, context), name, context);
  },
};

/** The module of a player that is C++ or WebAssembly, not looked into any further; undefined for every other. Throws as `prepare` does. */
export async function compiledModule(name: string, context: ResolveContext): Promise<Uint8Array | undefined> {
  if (wasmKind.accepts(name, context)) {
    if (!existsSync(resolve(context.folder, name))) throw new PlayerNotFound(`there is no file ${name}`);
    return moduleBytes(name, context);
  }
  const file = cppFile(name, context);
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
  try {
    const source = readSource(file, context.cpp!.sdk, { stranger: context.limits?.sandbox !== undefined });
    return (await moduleOf(source, name, context)).module;
  } catch (error) {
    throw refusal(error, file);
  }
}

function moduleBytes(name: string, { folder, limits }: ResolveContext): Uint8Array<ArrayBuffer> {
  const read = readRegular(resolve(folder, name), { most: PROGRAM_BYTES, links: limits?.sandbox === undefined });
  if (!read.ok) throw new PlayerRefused(`${name} ${read.why}`);
  return new Uint8Array(read.bytes);
}

/** Compiles a C++ player to WebAssembly. */
async function moduleOf(
  source: CppSource,
  name: string,
  context: ResolveContext,
): Promise<{ readonly module: Uint8Array<ArrayBuffer>; readonly places: CodePlaces | undefined }> {
  // A stranger's source is compiled where it can be ended: npm's clang runs in this process.
  const sandboxed = compilerFor(source, context);
  const isShared = context.budget === 'fuel' && sandboxed === undefined;
  const options = { sandboxed, isShared, others: context.others, onCompile: context.onCompile };
  const file = await buildWasm(source, context.cpp!, options);
  const module = readFileSync(file);
  mustRegister(readMarker(module), name);
  return { module, places: placesOf(file) };
}

function refusal(error: unknown, file: string): unknown {
  if (!(error instanceof CompileError)) return error;
  const { message } = error;
  return new PlayerRefused(message.includes(basename(file)) ? message : `${basename(file)}: ${message}`);
}

async function nativeSource(
  source: ReturnType<typeof readSource>,
  name: string,
  context: ResolveContext,
): Promise<PlayerSource> {
  const { game, budget, folder, limits = {}, debug, sanitize } = context;
  const build = await buildNative(source, context.cpp!, {
    debug: debug !== undefined,
    sanitize,
    sandboxed: compilerFor(source, context),
    others: context.others,
    onCompile: context.onCompile,
  });
  const marker = mustRegister(readMarker(readFileSync(build.sharedObject)), name);
  const { sandbox: tier } = limits;
  const shared = budget === 'none' && !context.apart && tier === undefined && debug === undefined && !sanitize;
  const located = tier ? copiedBuild(build) : { build, readOnly: [] };
  const session: SessionOptions = {
    folder,
    source: source.name,
    compiled: build.lines,
    ...(debug && { unlimited: true, ...(debug.onStart && { onStart: debug.onStart }) }),
    ...(tier && {
      wrap: (command, processLimits, firstFile) =>
        bubblewrapped(command, tier, {
          firstFile,
          readOnly: located.readOnly,
          environment: {},
          limits: processLimits,
          tenant: 'player',
          folder: '/player',
        }),
    }),
    session: {
      ...limits.session,
      // What checks the memory sets aside as much of it as there can be addresses, and uses next to nothing of that.
      ...(sanitize && { memoryBytes: 2 ** 50 }),
      ...(shared && forSeats(Math.max(...game.seats), limits.session)),
      ...(budget === 'cpu' && { cpu: cpuBudget(context) }),
    },
  };
  return {
    name: marker.name,
    open: (output) =>
      new NativePort(marker.name, context.image!, located.build, {
        session,
        shared,
        log: output && withDrawings(output).log,
      }),
  };
}

/** A stranger's source is compiled where it will run: in the sandbox. */
function compilerFor(source: CppSource, { cpp, limits }: ResolveContext): RunCompiler | undefined {
  return limits?.sandbox && sandboxedCompiler(limits.sandbox, source, cpp!.sdk);
}

function mustRegister(marker: Marker | undefined, name: string): Marker {
  if (marker) return marker;
  throw new PlayerRefused(`${name} does not register a player: it lacks RegisterPlayer(PLAYER_NAME) at its end`);
}

/** Copies of the two files where a sandbox shows them. */
function copiedBuild({ host, sharedObject }: NativeBuild) {
  const own = processFolder();
  for (const [from, name] of [
    [host, 'host'],
    [sharedObject, 'player.so'],
  ]) {
    copyFileSync(from, join(own, name));
    chmodSync(join(own, name), 0o755);
  }
  const build = { host: '/player/host', sharedObject: '/player/player.so' };
  return { build, readOnly: [{ from: own, to: '/player' }] };
}
