import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A C++ compiler that was found to work. */
export interface Compiler {
  readonly program: string;
  readonly family: 'gcc' | 'clang';
  /** What it says of itself; another version compiles anew. */
  readonly version: string;
}

/** How WebAssembly is made: by a clang of this machine, or by the one that npm brings. */
export type WasmToolchain = { readonly kind: 'system'; readonly compiler: Compiler } | { readonly kind: 'yowasp' };

const CLANGS = ['clang++', ...[22, 21, 20, 19, 18, 17, 16, 15, 14].map((version) => `clang++-${version}`)];
const found = new Map<string, unknown>();

function once<T>(key: string, find: () => T): T {
  if (!found.has(key)) found.set(key, find());
  return found.get(key) as T;
}

function identify(program: string): Compiler | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status !== 0 || !stdout) return undefined;
  return { program, family: /clang/i.test(stdout) ? 'clang' : 'gcc', version: stdout.split('\n')[0] };
}

/** The compiler for this machine: $CXX, else g++ (the originals were compiled by it), else clang++. */
export function nativeCompiler(): Compiler | undefined {
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

/** A clang of this machine that can make WebAssembly: with wasm-ld, wasi-libc and libc++ for it. */
export function systemWasmCompiler(): Compiler | undefined {
  const { LUDUS_WASM_CXX } = process.env;
  return once(`wasm ${LUDUS_WASM_CXX ?? ''}`, () => {
    for (const program of LUDUS_WASM_CXX ? [LUDUS_WASM_CXX] : CLANGS) {
      const compiler = identify(program);
      if (compiler && linksWasm(program)) return compiler;
    }
    return undefined;
  });
}

function linksWasm(program: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-wasm-'));
  try {
    const file = join(folder, 'try.cc');
    writeFileSync(file, '#include <vector>\nint main() { return (int)std::vector<int>(3).size(); }\n');
    const output = join(folder, 'try.wasm');
    return (
      spawnSync(program, [...WASM_FLAGS, '-fno-exceptions', file, '-o', output]).status === 0 && existsSync(output)
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What makes WebAssembly here, if anything does. */
export function wasmToolchain(): WasmToolchain | undefined {
  if (process.env.LUDUS_WASM_CXX !== 'yowasp') {
    const compiler = systemWasmCompiler();
    if (compiler) return { kind: 'system', compiler };
  }
  return once('yowasp', yowaspIsThere) ? { kind: 'yowasp' } : undefined;
}

/** Is the npm package there? */
export function yowaspIsThere(): boolean {
  try {
    import.meta.resolve('@yowasp/clang');
    return true;
  } catch {
    return false;
  }
}
