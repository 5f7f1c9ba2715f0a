import { existsSync, readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { CompileError } from './compile/compiler-error.ts';
import { type CppGame, fileOfName, nameOfFile } from './compile/cpp-sdk.ts';
import { programGame } from './compile/program-sdk.ts';
import { readSource } from './compile/source.ts';
import { onlyWasm } from './compile/toolchain.ts';
import { missingPlayer, rejectedPlayer } from './player-problems.ts';
import { PROGRAM_BYTES, readRegular } from './regular-file.ts';
import type { PlayerKind, ResolveContext } from './resolve.ts';
import { rustKind, rustModuleOf } from './rust-kind.ts';

/**
 * The game's headers for C++ players. Without headers, a C++ player is a system program (process-kind.ts), and Ludus
 * compiles it only for WebAssembly.
 */
function cppGameOf({ game, cpp, image, libraries, budget, target }: ResolveContext): CppGame | undefined {
  if (cpp) return image && cpp;
  return game.dialogue && (budget === 'fuel' || target === 'wasm') ? programGame(game, libraries?.cpp) : undefined;
}

/** The file that a name refers to, if it is a C++ player: `./AIFoo.cc`, or `Foo` if the folder contains AIFoo.cc. */
function cppFile(name: string, context: ResolveContext): string | undefined {
  const game = cppGameOf(context);
  if (!game) return undefined;
  return /\.(cc|cpp|cxx)$/.test(name) ? resolve(context.folder, name) : fileOfName(game.sdk, name, context.folder);
}

/**
 * Whether WebAssembly is used because no target is chosen and there is no compiler for this machine. The match is the
 * same with both targets.
 */
function isWasmAnyway({ target, budget, debug }: ResolveContext): boolean {
  return target === undefined && budget === 'none' && debug === undefined && onlyWasm();
}

/**
 * C++ players that use a game's headers, compiled on first use (docs/cpp.md). The code for a target is loaded only when
 * a player needs it.
 */
export const cppKind: PlayerKind = {
  id: 'cpp',
  isParallel: true,
  example: './AIMine.cc',
  accepts: (name, context) => cppFile(name, context) !== undefined,
  fits: (_, { target }) => (target === 'wasm' || (target === undefined && onlyWasm()) ? 'fuel' : 'cpu'),
  async prepare(name, context) {
    const file = cppFile(name, context)!;
    const cpp = cppGameOf(context)!;
    if (!existsSync(file)) throw missingPlayer('player/no-file', name);
    try {
      const source = readSource(file, cpp.sdk, { stranger: context.limits?.sandbox !== undefined });
      if (context.target === 'wasm' || context.budget === 'fuel' || isWasmAnyway(context)) {
        return await (await import('./compile/wasm-source.ts')).compiledSource(source, name, { ...context, cpp });
      }
      return await (await import('./native/native-source.ts')).nativeSource(source, name, context);
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

/** Players compiled to WebAssembly by `ludus build`. */
export const wasmKind: PlayerKind = {
  id: 'wasm',
  example: './foo.wasm',
  accepts: (name, { game, image }) => name.endsWith('.wasm') && (image ?? game.dialogue) !== undefined,
  fits: () => 'fuel',
  async prepare(name, context) {
    const file = resolve(context.folder, name);
    if (!existsSync(file)) throw missingPlayer('player/no-file', name);
    return await (await import('./wasm/source.ts')).wasmSource(moduleBytes(name, context), name, context);
  },
};

/**
 * The module of a C++, Rust, or WebAssembly player, without further checks. Undefined for players of other kinds.
 * Throws the same errors as `prepare`.
 */
export async function compiledModule(name: string, context: ResolveContext): Promise<Uint8Array | undefined> {
  if (wasmKind.accepts(name, context)) {
    if (!existsSync(resolve(context.folder, name))) throw missingPlayer('player/no-file', name);
    return moduleBytes(name, context);
  }
  if (rustKind.accepts(name, context)) return (await rustModuleOf(name, context)).bytes;
  const file = cppFile(name, context);
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw missingPlayer('player/no-file', name);
  const cpp = cppGameOf(context)!;
  try {
    const source = readSource(file, cpp.sdk, { stranger: context.limits?.sandbox !== undefined });
    return (await (await import('./compile/wasm-source.ts')).moduleOf(source, name, { ...context, cpp })).module;
  } catch (error) {
    throw refusal(error, file);
  }
}

function moduleBytes(name: string, { folder, limits }: ResolveContext): Uint8Array<ArrayBuffer> {
  const read = readRegular(resolve(folder, name), { most: PROGRAM_BYTES, links: limits?.sandbox === undefined });
  if (!read.ok) throw rejectedPlayer('player/module-file', name, read.problem.message);
  return new Uint8Array(read.bytes);
}

function refusal(error: unknown, file: string): unknown {
  if (!(error instanceof CompileError)) return error;
  return rejectedPlayer('player/source', basename(file), error.message);
}
