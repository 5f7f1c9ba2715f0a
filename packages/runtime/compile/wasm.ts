import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { stripped } from '../wasm/custom.ts';
import { withMarker } from '../wasm/marker.ts';
import type { CodePlaces } from '../wasm/places.ts';
import { ATTEMPTS, type Attempt } from './attempts.ts';
import { cached, cachedBuild, keyOf } from './cache.ts';
import { compileError } from './compiler-error.ts';
import { type CppGame, type CppSdk, sdkFolders, sdkKey } from './cpp-sdk.ts';
import { clangModule } from './fetched-clang.ts';
import { codePlaces } from './line-table.ts';
import {
  type BuildOptions,
  includeFlags,
  ownIncludes,
  plainPrefix,
  prefixFlags,
  runCompiler,
  sourceKey,
} from './native.ts';
import type { PackagedSdk, TextTree } from './packaged.ts';
import { runPackaged } from './packaged-pool.ts';
import { type CppSource, usesExceptions } from './source.ts';
import { asNamed, shownName } from './source-words.ts';
import { WASM_FLAGS, wasmToolchain } from './toolchain.ts';
import { tryAll } from './try-all.ts';
import { exceptionFlags, FLAGS, flagsOf, LINE_TABLES, LINK } from './wasm-flags.ts';

/**
 * Compiles a player to WebAssembly, unless it is already compiled. Returns the path of the module. `isShared`: whether
 * the module's fuel is counted or the module is sent to others (`wasmToolchain`).
 */
export async function buildWasm(
  source: CppSource,
  game: CppGame,
  {
    sandboxed,
    others,
    onCompile,
    isShared = false,
  }: Omit<BuildOptions, 'debug'> & { readonly isShared?: boolean } = {},
): Promise<string> {
  const toolchain = wasmToolchain(isShared);
  if (!toolchain) throw compileError('compiler/no-wasm', source.name);
  const run = sandboxed ?? runCompiler;
  const { sdk } = game;
  const exceptions = exceptionFlags(usesExceptions(source));
  const id =
    toolchain.kind === 'system' ? `${toolchain.compiler.program} ${toolchain.compiler.version}` : yowaspVersion();
  const key = keyOf(
    'wasm 3',
    JSON.stringify(ATTEMPTS),
    id,
    sdkKey(sdk),
    game.id,
    ...(sdk.isProgram ? ['program', source.name] : []),
    sourceKey(source),
    [...FLAGS, ...LINE_TABLES, ...exceptions, ...LINK].join(' '),
  );
  const compile = async (partial: string): Promise<void> => {
    const build = async (attempt: Attempt) => {
      const own = flagsOf(attempt, exceptions);
      if (toolchain.kind === 'yowasp') return await withYowasp(source, game, own, partial);
      const flags = [...WASM_FLAGS, ...own, ...LINE_TABLES];
      const { program } = toolchain.compiler;
      const runtime = systemRuntime(program, id, sdk, exceptions);
      runtime.catch(() => {});
      const prefix =
        attempt === ATTEMPTS[0] && !sandboxed ? await prefixFlags(toolchain.compiler, sdk, flags) : plainPrefix(sdk);
      const object = join(partial, 'player.o');
      const compiled = await run(
        [program, '-x', 'c++', ...flags, ...includeFlags(source, sdk), ...prefix, '-c', '-', '-o', object],
        { folder: partial, input: asNamed(source) },
      );
      if (!compiled.ok) return compiled;
      const linked = await run(
        [
          program,
          ...WASM_FLAGS,
          object,
          await runtime,
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
      if (linked.ok) {
        const whole = new Uint8Array(readFileSync(join(partial, 'player.wasm')));
        keepModule(partial, marked(stripped(whole), source, game), codePlaces(whole, shownName(source)));
      }
      return linked;
    };
    const prepare = async (attempt: Attempt) => {
      if (toolchain.kind === 'yowasp') await preparedPrefix(sdk, attempt, flagsOf(attempt, exceptions));
    };
    await tryAll(source, game, await others?.(), build, prepare);
  };
  const folder = await cachedBuild(key, compile, () => onCompile?.(source.name));
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
    if (!ok) throw compileError('compiler/ours-wasm', program, said);
  });
  return join(folder, 'runtime.o');
}

/** Adds the player's name and game to the module of a program, because programs don't register a player. */
const marked = (module: Uint8Array, { name }: Pick<CppSource, 'name'>, { id, sdk }: CppGame): Uint8Array =>
  sdk.isProgram
    ? withMarker(module, {
        game: id,
        name: name
          .replace(/\.\w+$/, '')
          .replace(/\W/g, '_')
          .slice(0, 32),
      })
    : module;

function keepModule(folder: string, module: Uint8Array, places: CodePlaces | undefined): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'player.wasm'), module);
  if (places) writeFileSync(join(folder, PLACES), JSON.stringify(places));
}

/** The source locations that `buildWasm` found in a module's code, by the path of the module. */
export function placesOf(module: string): CodePlaces | undefined {
  const file = join(dirname(module), PLACES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CodePlaces) : undefined;
}
const PLACES = 'places.json';

/** Compiles with npm's clang, which runs as WebAssembly with a virtual file system. */
async function withYowasp(
  { name, text, ...read }: CppSource,
  game: CppGame,
  flags: readonly string[],
  partial: string,
) {
  const { sdk } = game;
  const includes = read.includes.map((each) => ({
    path: relative(read.folder, each.path).replaceAll('\\', '/'),
    text: each.text,
  }));
  const source = { name, text, includes };
  const prefix = await packagedPart('prefix', sdk, flags);
  const object = await runPackaged({ what: 'object', source, sdk: packagedSdk(sdk), flags, prefix });
  if (!object.ok) return object;
  const runtime = await packagedPart('runtime', sdk, flags);
  const made = await runPackaged({ what: 'link', source, flags, object: object.module, runtime });
  if (!made.ok) return made;
  keepModule(partial, marked(made.module, source, game), made.places);
  return { ok: true, said: '' };
}

/**
 * Prepares the prefix of an attempt. Most players compile at the first attempt, so the runtime for the first attempt is
 * built at the same time.
 */
async function preparedPrefix(sdk: CppSdk, attempt: Attempt, flags: readonly string[]): Promise<string> {
  const prefix = packagedPart('prefix', sdk, flags);
  if (attempt === ATTEMPTS[0]) packagedPart('runtime', sdk, flags).catch(() => {});
  return await prefix;
}

/**
 * Compiles the shared parts of a game's players, unless the packaged clang has already done so. This preparation halves
 * the time of the first compilation.
 */
export async function preparePackaged({ sdk }: CppGame): Promise<void> {
  await Promise.all(
    [false, true].map((throws) => packagedPart('runtime', sdk, flagsOf(ATTEMPTS[0], exceptionFlags(throws)))),
  );
}

/**
 * Compiles a shared part with the packaged clang, once per machine, and returns its path. The part only saves time, and
 * doesn't change the compiler's output.
 */
export async function packagedPart(what: 'prefix' | 'runtime', sdk: CppSdk, flags: readonly string[]): Promise<string> {
  const key = keyOf('packaged part 1', what, yowaspVersion(), sdkKey(sdk), [...flags, ...LINE_TABLES].join(' '));
  const folder = await cached(key, async (partial) => {
    const shown = { sdk: packagedSdk(sdk), flags };
    const made = await runPackaged(
      what === 'prefix' ? { what, ...shown } : { what, ...shown, prefix: await packagedPart('prefix', sdk, flags) },
    );
    if (!made.ok) throw compileError('compiler/ours-packaged', made.said);
    writeFileSync(join(partial, what), made.module);
  });
  return join(folder, what);
}

/** The SDK's files in the form that the packaged clang reads. */
export function packagedSdk(sdk: CppSdk): PackagedSdk {
  const folders = sdkFolders(sdk);
  const inside = (folder: string): string => `sdk/${folders.indexOf(folder)}`;
  return {
    files: Object.fromEntries(folders.map((folder, index) => [String(index), readTree(folder)])),
    include: sdk.include.map(inside),
    fallback: inside(sdk.fallback),
    prefix: sdk.prefix,
    runtime: `${inside(dirname(sdk.runtime.wasm))}/${basename(sdk.runtime.wasm)}`,
  };
}

function readTree(folder: string): TextTree {
  const tree: { [name: string]: TextTree | string } = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    tree[entry.name] = entry.isDirectory() ? readTree(path) : readFileSync(path, 'utf8');
  }
  return tree;
}

/** The packaged clang's version. */
export function yowaspVersion(): string {
  const file = new URL('../package.json', clangModule()!);
  return `@yowasp/clang ${JSON.parse(readFileSync(file, 'utf8')).version}`;
}
