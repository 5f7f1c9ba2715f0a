import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { onPath } from '../groups/launch.ts';
import { keyOf } from './cache.ts';
import { cacheRoot, markUsed, unfinishedFolder } from './cache-trim.ts';
import { clangModule } from './fetched-clang.ts';

/** A working C++ compiler. */
export interface Compiler {
  readonly program: string;
  readonly family: 'gcc' | 'clang';
  /** The text that states the compiler's version. If the version changes, everything is compiled again. */
  readonly version: string;
}

/** The toolchain for WebAssembly: a clang on this machine, or npm's clang. */
export type WasmToolchain = { readonly kind: 'system'; readonly compiler: Compiler } | { readonly kind: 'yowasp' };

const CLANGS = ['clang++', ...[22, 21, 20, 19, 18, 17, 16, 15, 14].map((version) => `clang++-${version}`)];
const found = new Map<string, unknown>();

function once<T>(key: string, find: () => T): T {
  if (!found.has(key)) found.set(key, find());
  return found.get(key) as T;
}

function identify(program: string): Compiler | undefined {
  const version = remembered(program, '--version', () => {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    return status === 0 && stdout ? stdout : undefined;
  });
  if (version === undefined) return undefined;
  return { program, family: /clang/i.test(version) ? 'clang' : 'gcc', version: version.split('\n')[0] };
}

const ANSWER = 'answer.txt';

/**
 * Whether a file is itself a compiler, not a script or another program that starts a compiler. The started compiler may
 * change although the script stays the same.
 */
function isCompiler(file: string): boolean {
  return (
    /(?:g\+\+|gcc|clang(?:\+\+)?)(?:-[\d.]+)?(?:\.exe)?$/.test(realpathSync(file)) && !/^#!/.test(beginningOf(file))
  );
}

function beginningOf(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    readSync(opened, bytes);
    return bytes.toString('latin1');
  } finally {
    closeSync(opened);
  }
}

/**
 * The answer to a question about a compiler. The answer is cached as long as the compiler's file is unchanged, unless
 * the answer is `undefined`.
 */
function remembered(program: string, question: string, ask: () => string | undefined): string | undefined {
  const file = /[\\/]/.test(program) ? program : onPath(program);
  // Runs the program even if this function can't find its file, because the system may find the file.
  if (file === undefined || !existsSync(file) || !isCompiler(file)) return ask();
  const { mtimeMs, size } = statSync(file);
  const key = keyOf('compiler 1', file, realpathSync(file), String(mtimeMs), String(size), question);
  const folder = join(cacheRoot(), 'cpp', key);
  try {
    markUsed('cpp', key);
    return readFileSync(join(folder, ANSWER), 'utf8');
  } catch {
    // The entry is missing or can't be read.
  }
  const answer = ask();
  if (answer === undefined) return undefined;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    const partial = unfinishedFolder(folder);
    writeFileSync(join(partial, ANSWER), answer);
    renameSync(partial, folder);
  } catch {
    // Another process was faster, or the cache isn't writable.
  }
  return answer;
}

/** Native players use features of Linux. On other systems, C++ players are compiled to WebAssembly. */
export const hasNative = (): boolean => process.platform === 'linux';

/** The compiler for this machine: $CXX, or else g++ (with which the originals were compiled), or else clang++. */
export function nativeCompiler(): Compiler | undefined {
  if (!hasNative()) return undefined;
  const { CXX } = process.env;
  return once(`native ${CXX ?? ''}`, () => {
    for (const program of [...(CXX ? [CXX] : []), 'g++', 'c++', ...CLANGS]) {
      const compiler = identify(program);
      if (compiler) return compiler;
    }
    return undefined;
  });
}

export const WASM_FLAGS = ['--target=wasm32-wasi', '-stdlib=libc++'];

/** A clang on this machine that can produce WebAssembly, with wasm-ld, wasi-libc, and libc++ for WebAssembly. */
export function systemWasmCompiler(): Compiler | undefined {
  const { LUDUS_WASM_CXX } = process.env;
  return once(`wasm ${LUDUS_WASM_CXX ?? ''}`, () => {
    for (const program of LUDUS_WASM_CXX && LUDUS_WASM_CXX !== SYSTEM ? [LUDUS_WASM_CXX] : CLANGS) {
      const compiler = identify(program);
      if (compiler && linksWasm(program)) return compiler;
    }
    return undefined;
  });
}

function linksWasm(program: string): boolean {
  return remembered(program, 'links wasm', () => (triesWasm(program) ? 'it does' : undefined)) !== undefined;
}

/**
 * Whether the compiler can produce WebAssembly. The check writes no file, because an interrupted check would leave the
 * file behind.
 */
function triesWasm(program: string): boolean {
  const input = '#include <vector>\nint main() { return (int)std::vector<int>(3).size(); }\n';
  const flags = [...WASM_FLAGS, '-fno-exceptions', '-x', 'c++', '-', '-o', '/dev/null'];
  return spawnSync(program, flags, { input }).status === 0;
}

/** The value of `LUDUS_WASM_CXX` with which a clang on this machine is preferred even if fuel is counted. */
const SYSTEM = 'system';

/**
 * The compiler for WebAssembly on this machine, if any. `isShared`: whether the module's fuel is counted or the module
 * is sent to others. If so, npm's clang is preferred, because that compiler makes the same module on every machine and
 * in a page.
 */
export function wasmToolchain(isShared = false): WasmToolchain | undefined {
  const { LUDUS_WASM_CXX } = process.env;
  if (isShared && !LUDUS_WASM_CXX && yowaspIsThere()) return { kind: 'yowasp' };
  if (LUDUS_WASM_CXX !== 'yowasp') {
    const compiler = systemWasmCompiler();
    if (compiler) return { kind: 'system', compiler };
  }
  return yowaspIsThere() ? { kind: 'yowasp' } : undefined;
}

/** Whether npm's clang is installed. */
export const yowaspIsThere = (): boolean => once('yowasp', clangModule) !== undefined;

/** Whether C++ can only be compiled to WebAssembly on this machine. */
export const onlyWasm = (): boolean => nativeCompiler() === undefined && wasmToolchain() !== undefined;
