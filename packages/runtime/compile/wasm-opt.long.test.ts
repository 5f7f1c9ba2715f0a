import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { kitOf } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rustForWasm, rustModule } from '../process/rust-module.ts';
import { readSource } from './source.ts';
import { systemWasmCompiler, WASM_FLAGS } from './toolchain.ts';
import { buildWasm } from './wasm.ts';

// A clang that links with -O runs the machine's wasm-opt on its output, which changes the code and its fuel. In this
// test, clang finds a wasm-opt that fails.

const isInCi = process.env.CI === 'true';
const compiler = systemWasmCompiler();
if (isInCi && compiler === undefined) throw new Error('there is no clang for WebAssembly: install clang-19, lld-19');

let folder = '';
let called = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-wasm-opt-'));
  called = join(folder, 'called');
  writeFileSync(join(folder, 'wasm-opt'), `#!/bin/sh\n: > '${called}'\nexit 1\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  vi.stubEnv('LUDUS_WASM_CXX', 'system');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(compiler === undefined)('a C++ bot is linked without the wasm-opt that clang finds', async () => {
  const file = join(folder, 'AIMine.cc');
  writeFileSync(
    file,
    // Uses a different text each time, because a source that was compiled before isn't linked again.
    `// ${folder}
#include "Player.hh"
#define PLAYER_NAME Mine
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  virtual void play() {}
};
RegisterPlayer(PLAYER_NAME);
`,
  );
  const { cpp } = await contextOf(kitOf('madmax').game, { budget: 'fuel', folder });
  const module = readFileSync(await buildWasm(readSource(file, cpp!.sdk), cpp!, { isShared: true }));
  expect(WebAssembly.validate(module)).toBe(true);
  expect(existsSync(called)).toBe(false);
  // Checks the test's premise: with -O at link time, this clang runs wasm-opt.
  const words = [...WASM_FLAGS, '-O2', '-fno-exceptions', '-x', 'c++', '-', '-o', '/dev/null'];
  const { status } = spawnSync(compiler!.program, words, { input: 'int main() { return 0; }\n' });
  expect(status).not.toBe(0);
  expect(existsSync(called)).toBe(true);
  rmSync(called);
});

test.skipIf(rustForWasm() === undefined && !isInCi)('a Rust bot is linked without wasm-opt', async () => {
  const file = join(folder, 'mine.rs');
  writeFileSync(file, `// ${folder}\nfn main() { println!("1"); }\n`);
  const { bytes } = await rustModule(file, { name: 'mine.rs', game: 'pick' });
  expect(WebAssembly.validate(bytes)).toBe(true);
  expect(existsSync(called)).toBe(false);
});

test.each(['quickjs', 'cpython'])('the %s engine is linked without optimisation', (engine) => {
  const script = readFileSync(new URL(`../${engine}/engine/build.sh`, import.meta.url), 'utf8');
  const commands = script.replaceAll('\\\n', ' ').split('\n');
  const links = commands.filter((line) => /^\s*clang-\d+ /.test(line) && !/ -c /.test(line));
  expect(links).not.toEqual([]);
  for (const link of links) expect(link).not.toMatch(/ -O/);
});
