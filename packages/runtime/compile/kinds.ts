import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { DEFAULT_CPU_BUDGET } from '../budget/budget.ts';
import { NativePort } from '../native/port.ts';
import { forSeats } from '../process/limits.ts';
import type { SessionOptions } from '../process/session.ts';
import { type PlayerKind, PlayerNotFound, PlayerRefused, type PlayerSource, type ResolveContext } from '../resolve.ts';
import { bubblewrapped } from '../sandbox/bubblewrap.ts';
import { processFolder } from '../sandbox/copies.ts';
import { ModuleRefused } from '../wasm/bytes.ts';
import { DEFAULT_FUEL_BUDGET, DEFAULT_MEMORY_BYTES } from '../wasm/fuel.ts';
import { WasmPort } from '../wasm/port.ts';
import { loadProgram } from '../wasm/program.ts';
import { CompileError } from './compiler-error.ts';
import { fileOfName, nameOfFile } from './cpp-sdk.ts';
import { type Marker, readMarker } from './marker.ts';
import { buildNative, type NativeBuild, type RunCompiler } from './native.ts';
import { PROGRAM_BYTES, readRegular } from './regular-file.ts';
import { sandboxedCompiler } from './sandboxed.ts';
import { type CppSource, readSource } from './source.ts';
import { buildWasm } from './wasm.ts';

/** The file that is meant, if a name means one of ours: `./AIFoo.cc`, or `Foo` where the folder holds AIFoo.cc. */
function cppFile(name: string, { cpp, image, folder }: ResolveContext): string | undefined {
  if (!cpp || !image) return undefined;
  return /\.(cc|cpp|cxx)$/.test(name) ? resolve(folder, name) : fileOfName(cpp.sdk, name, folder);
}

/** C++ players against a game's headers, compiled when they are named (docs/cpp.md). */
export const cppKind: PlayerKind = {
  id: 'cpp',
  example: './AIMine.cc',
  accepts: (name, context) => cppFile(name, context) !== undefined,
  fits: (_, { target }) => (target === 'wasm' ? 'fuel' : 'cpu'),
  async prepare(name, context) {
    const file = cppFile(name, context)!;
    if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
    try {
      const cpp = context.cpp!;
      const source = readSource(file, cpp.sdk, { stranger: context.limits?.sandbox !== undefined });
      if (context.target === 'wasm' || context.budget === 'fuel') {
        const options = { sandboxed: compilerFor(source, context), others: context.others };
        const module = readFileSync(await buildWasm(source, cpp, options));
        mustRegister(readMarker(module), name);
        return await wasmSource(module, name, context);
      }
      return await nativeSource(source, name, context);
    } catch (error) {
      if (error instanceof CompileError)
        throw new PlayerRefused(
          error.message.includes(basename(file)) ? error.message : `${basename(file)}: ${error.message}`,
        );
      throw error;
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
    const module = readRegular(file, { most: PROGRAM_BYTES, links: context.limits?.sandbox === undefined });
    if (!module.ok) throw new PlayerRefused(`${name} ${module.why}`);
    return await wasmSource(new Uint8Array(module.bytes), name, context);
  },
};

async function nativeSource(
  source: ReturnType<typeof readSource>,
  name: string,
  context: ResolveContext,
): Promise<PlayerSource> {
  const { game, budget, folder, limits = {}, debug } = context;
  const build = await buildNative(source, context.cpp!, {
    debug: debug !== undefined,
    sandboxed: compilerFor(source, context),
    others: context.others,
  });
  const marker = mustRegister(readMarker(readFileSync(build.sharedObject)), name);
  const { sandbox: tier } = limits;
  const shared = budget === 'none' && !context.apart && tier === undefined && debug === undefined;
  const located = tier ? copiedBuild(build) : { build, readOnly: [] };
  const cpu = { ...DEFAULT_CPU_BUDGET, ...game.budget, ...(limits.cpuMs !== undefined && { cpuMs: limits.cpuMs }) };
  const session: SessionOptions = {
    folder,
    ...(debug && { unlimited: true, ...(debug.onStart && { onStart: debug.onStart }) }),
    ...(tier && {
      wrap: (command, processLimits) =>
        bubblewrapped(command, tier, {
          readOnly: located.readOnly,
          environment: {},
          limits: processLimits,
          tenant: 'player',
          folder: '/player',
        }),
    }),
    session: {
      ...limits.session,
      ...(shared && forSeats(Math.max(...game.seats), limits.session)),
      ...(budget === 'cpu' && { cpu }),
    },
  };
  return {
    name: marker.name,
    open: (output) =>
      new NativePort(marker.name, context.image!, located.build, {
        session,
        shared,
        log: output && ((text) => output.log(text)),
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

async function wasmSource(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  { game, budget, limits = {}, image, others }: ResolveContext,
): Promise<PlayerSource> {
  if (budget === 'cpu')
    throw new PlayerNotFound(
      `${name} cannot be counted in processor time: WebAssembly is counted in fuel; use --budget fuel`,
    );
  const marker = readMarker(bytes);
  if (marker && marker.game !== game.id)
    throw new PlayerNotFound(
      `${name} is a player of ${others?.find(({ id }) => id === marker.game)?.title ?? marker.game}, and the board is one of ${game.title}`,
    );
  try {
    const program = await loadProgram(bytes, limits.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES);
    const shown = marker?.name ?? nameFrom(basename(name, '.wasm'));
    return {
      name: shown,
      open: (output) =>
        new WasmPort(shown, image!, program, { output, budget: budget === 'fuel' ? DEFAULT_FUEL_BUDGET : undefined }),
    };
  } catch (error) {
    if (error instanceof ModuleRefused) throw new PlayerRefused(`${name} cannot be a player: ${error.message}`);
    throw error;
  }
}
