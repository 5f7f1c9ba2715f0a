import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ATTEMPTS } from './attempts.ts';
import { cached, keyOf } from './cache.ts';
import { CompileError } from './compiler-error.ts';
import { type CppGame, type CppSdk, sdkFolders, sdkKey } from './cpp-sdk.ts';
import {
  asNamed,
  type BuildOptions,
  includeFlags,
  ownIncludes,
  plainPrefix,
  prefixFlags,
  runCompiler,
  sourceKey,
  tryAll,
} from './native.ts';
import { type CppSource, usesExceptions } from './source.ts';
import { WASM_FLAGS, wasmToolchain } from './toolchain.ts';

/** Its stack is as large as a native program's; the heap begins after it, so an overflow traps instead of overwriting. */
const LINK = ['-mexec-model=reactor', '-Wl,-z,stack-size=8388608', '-Wl,--stack-first', '-Wl,--strip-all'];
const FLAGS = [
  '-O2',
  '-w',
  '-ferror-limit=20',
  // What g++ only warns of.
  '-Wno-c++11-narrowing',
  '-Wno-register',
  '-D_WASI_EMULATED_SIGNAL',
  '-D_WASI_EMULATED_PROCESS_CLOCKS',
  '-D_WASI_EMULATED_GETPID',
  '-D_LIBCPP_ENABLE_CXX17_REMOVED_FEATURES',
  '-D_LIBCPP_ENABLE_CXX20_REMOVED_FEATURES',
  // From its version 19 on libc++ no longer knows the two above, only what they stood for.
  ...[
    'CXX17_REMOVED_AUTO_PTR',
    'CXX17_REMOVED_BINDERS',
    'CXX17_REMOVED_RANDOM_SHUFFLE',
    'CXX17_REMOVED_UNARY_BINARY_FUNCTION',
    'CXX20_REMOVED_BINDER_TYPEDEFS',
    'CXX20_REMOVED_NEGATORS',
    'CXX20_REMOVED_TYPE_TRAITS',
  ].map((removed) => `-D_LIBCPP_ENABLE_${removed}`),
];
/**
 * The libraries for wasi are built without exceptions. A player that throws or catches gets them from us
 * (the SDK's runtime) and the libraries' templates compiled anew; all others stay without, which is faster.
 */
const WITH_EXCEPTIONS = ['-fwasm-exceptions', '-D_LIBCPP_DISABLE_EXTERN_TEMPLATE'];
const WITHOUT_EXCEPTIONS = ['-fno-exceptions'];

/** Compiles a player to WebAssembly, unless that has been done before; the value is the module's file. */
export async function buildWasm(
  source: CppSource,
  game: CppGame,
  { sandboxed, others }: Omit<BuildOptions, 'debug'> = {},
): Promise<string> {
  const toolchain = wasmToolchain();
  if (!toolchain)
    throw new CompileError(
      `${source.name} cannot be compiled to WebAssembly: install clang, lld, wasi-libc and libc++ for wasm32, or run npm install @yowasp/clang`,
    );
  const run = sandboxed ?? runCompiler;
  const { sdk } = game;
  const exceptions = usesExceptions(source) ? WITH_EXCEPTIONS : WITHOUT_EXCEPTIONS;
  const id =
    toolchain.kind === 'system' ? `${toolchain.compiler.program} ${toolchain.compiler.version}` : yowaspVersion();
  const key = keyOf(
    'wasm 2',
    id,
    sdkKey(sdk),
    game.id,
    sourceKey(source),
    [...FLAGS, ...exceptions, ...LINK].join(' '),
  );
  const folder = await cached(key, async (partial) => {
    await tryAll(source, game, others, async (attempt) => {
      const own = [`-std=${attempt.standard}`, ...attempt.flags, ...FLAGS, ...exceptions];
      if (toolchain.kind === 'yowasp') return await withYowasp(source, sdk, own, partial);
      const flags = [...WASM_FLAGS, ...own];
      const { program } = toolchain.compiler;
      const prefix =
        attempt === ATTEMPTS[0] && !sandboxed ? await prefixFlags(toolchain.compiler, sdk, flags) : plainPrefix(sdk);
      const object = join(partial, 'player.o');
      const compiled = await run(
        [program, '-x', 'c++', ...flags, ...includeFlags(source, sdk), ...prefix, '-c', '-', '-o', object],
        { folder: partial, input: asNamed(source) },
      );
      if (!compiled.ok) return compiled;
      const runtime = await systemRuntime(program, id, sdk, exceptions);
      return await run(
        [
          program,
          ...WASM_FLAGS,
          object,
          runtime,
          ...LINK,
          '-lwasi-emulated-signal',
          '-o',
          join(partial, 'player.wasm'),
        ],
        {
          folder: partial,
          input: '',
        },
      );
    });
  });
  return join(folder, 'player.wasm');
}

async function systemRuntime(program: string, id: string, sdk: CppSdk, exceptions: readonly string[]): Promise<string> {
  const flags = [...WASM_FLAGS, '-std=gnu++17', ...FLAGS, ...exceptions, ...ownIncludes(sdk)];
  const folder = await cached(keyOf('wasm runtime 2', id, sdkKey(sdk), flags.join(' ')), async (partial) => {
    const { ok, said } = await runCompiler(
      [program, ...flags, '-c', sdk.runtime.wasm, '-o', join(partial, 'runtime.o')],
      {
        folder: partial,
        input: '',
      },
    );
    if (!ok) throw new CompileError(`${program} cannot compile what every player needs:\n${said}`);
  });
  return join(folder, 'runtime.o');
}

type Tree = { [name: string]: Tree | string | Uint8Array };

/** The clang that npm brings: it runs as WebAssembly itself, on a file system of its own. */
async function withYowasp(source: CppSource, sdk: CppSdk, flags: readonly string[], partial: string) {
  const { commands, runLLVM } = await import('@yowasp/clang');
  // Reads its parts beforehand; it would report on that on standard output.
  await runLLVM(undefined, {}, { fetchProgress: () => {} });
  const folders = sdkFolders(sdk);
  const inside = (folder: string): string => `sdk/${folders.indexOf(folder)}`;
  const files: Tree = {
    sdk: Object.fromEntries(folders.map((folder, index) => [String(index), readTree(folder)])),
    own: {},
  };
  for (const { path, text } of source.includes)
    addFile(files.own as Tree, relative(source.folder, path).split('/'), Buffer.from(text, 'latin1'));
  (files.own as Tree)['player.cc'] = new Uint8Array(Buffer.from(asNamed(source), 'latin1'));
  const said: Uint8Array[] = [];
  const args = [
    'clang++',
    ...flags,
    ...sdk.include.map((folder) => `-I${inside(folder)}`),
    '-idirafter',
    inside(sdk.fallback),
    '-Iown',
    ...plainPrefix(sdk),
    'own/player.cc',
    `${inside(dirname(sdk.runtime.wasm))}/${basename(sdk.runtime.wasm)}`,
  ];
  try {
    const output = (await commands['clang++'](
      [...args.slice(1), ...LINK, '-lwasi-emulated-signal', '-o', 'player.wasm'],
      files,
      {
        stdout: null,
        stderr: (bytes: Uint8Array | null) => bytes && said.push(bytes.slice()),
      },
    )) as Tree;
    mkdirSync(partial, { recursive: true });
    writeFileSync(join(partial, 'player.wasm'), output['player.wasm'] as Uint8Array);
    return { ok: true, said: '' };
  } catch (error) {
    const text = Buffer.concat(said).toString('utf8');
    return { ok: false, said: text || String(error) };
  }
}

function addFile(tree: Tree, [name, ...rest]: readonly string[], text: Uint8Array): void {
  if (rest.length === 0) {
    tree[name] = text;
    return;
  }
  tree[name] ??= {};
  addFile(tree[name] as Tree, rest, text);
}

function readTree(folder: string): Tree {
  const tree: Tree = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    tree[entry.name] = entry.isDirectory() ? readTree(path) : readFileSync(path, 'utf8');
  }
  return tree;
}

function yowaspVersion(): string {
  const file = new URL('../package.json', import.meta.resolve('@yowasp/clang'));
  return `@yowasp/clang ${JSON.parse(readFileSync(file, 'utf8')).version}`;
}
