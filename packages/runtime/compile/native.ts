import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ATTEMPTS } from './attempts.ts';
import { cached, cachedBuild, keyOf, treeText } from './cache.ts';
import { compileError, compilerLines } from './compiler-error.ts';
import { type CppGame, type CppSdk, prefixFile, sdkKey } from './cpp-sdk.ts';
import { limitedCommand, runToEnd } from './run-compiler.ts';
import type { CppSource } from './source.ts';
import type { CompiledProgram } from './source-lines.ts';
import { asNamed } from './source-words.ts';
import { type Compiler, hasNative, nativeCompiler } from './toolchain.ts';
import { tryAll } from './try-all.ts';

/**
 * Runs a compiler on a player's source. Callers may pass a function that runs the compiler in a sandbox. `input` goes
 * to standard input, one byte per character. Returns the text from standard error.
 */
export type RunCompiler = (
  command: readonly string[],
  options: { readonly folder: string; readonly input: string },
) => Promise<{ readonly ok: boolean; readonly said: string }>;

export const runCompiler: RunCompiler = (command, options) => {
  const [program, ...args] = limitedCommand(command);
  return runToEnd({ command: { program, args }, launchers: 1 }, options);
};

/**
 * A native player: a shared object, and the program that loads it. `lines`: the files from which the line of a crash is
 * determined.
 */
export interface NativeBuild {
  readonly lines?: CompiledProgram | undefined;
  readonly host: string;
  readonly sharedObject: string;
}

/** Everything that affects the result of compiling a source file, except the compiler and its flags. */
export const sourceKey = (source: CppSource): string =>
  keyOf(source.name, source.text, ...source.includes.flatMap(({ path, text }) => [path, text]));

/** Ludus's headers come first, because the originals' headers may be next to the player, and have the same names. */
export const includeFlags = (source: CppSource, sdk: CppSdk): string[] => [
  ...ownIncludes(sdk),
  '-idirafter',
  sdk.fallback,
  ...(source.includes.length > 0 ? [`-I${source.folder}`] : []),
];

export const ownIncludes = ({ include }: CppSdk): string[] => include.map((folder) => `-I${folder}`);

/** Line tables don't change the code. They show where a player crashed. */
const OPTIMISED = ['-O2', '-g1'];
/**
 * Checks each memory access, container access, and calculation. An error ends the player, and the player's log shows
 * where it happened.
 */
export const SANITIZED: readonly string[] = [
  '-O0',
  '-g',
  '-fno-omit-frame-pointer',
  '-fsanitize=address,undefined',
  '-fno-sanitize=vptr',
  '-fno-sanitize-recover=undefined',
  '-D_GLIBCXX_DEBUG',
];
/** Allows the player's author to step through the file in a debugger. */
const DEBUG = ['-O0', '-g'];

/** Options for compiling a player. */
export interface BuildOptions {
  readonly debug?: boolean;
  /** Enables all checks of the compiler and its library, which make the player several times slower. */
  readonly sanitize?: boolean | undefined;
  readonly sandboxed?: RunCompiler | undefined;
  /** Returns the other games that the player may have been written for. */
  readonly others?: (() => Promise<readonly CppGame[]>) | undefined;
  /** Called with the file's name before a compilation. The function that it returns is called after the compilation. */
  readonly onCompile?: ((name: string) => () => void) | undefined;
}

/** Keys that change with the files of an SDK. */
interface SdkKeys {
  readonly sdk: string;
  readonly host: string;
}

/** The players of a match are built in the same turn of the event loop. They read the SDK's files once. */
const ofThisTurn = new Map<CppSdk, SdkKeys>();

function keysOf(sdk: CppSdk): SdkKeys {
  const known = ofThisTurn.get(sdk);
  if (known) return known;
  const keys = { sdk: sdkKey(sdk), host: treeText(dirname(sdk.runtime.host)) };
  ofThisTurn.set(sdk, keys);
  setImmediate(() => ofThisTurn.delete(sdk));
  return keys;
}

/** Compiles a player for this machine, unless it is already compiled. */
export async function buildNative(source: CppSource, game: CppGame, options: BuildOptions = {}): Promise<NativeBuild> {
  const compiler = nativeCompiler();
  if (!compiler)
    throw hasNative() ? compileError('compiler/missing', source.name) : compileError('compiler/no-native', source.name);
  const run = options.sandboxed ?? runCompiler;
  const { sdk } = game;
  const keys = keysOf(sdk);
  const level = options.sanitize ? SANITIZED : options.debug ? DEBUG : OPTIMISED;
  const base = [
    ...level,
    '-fPIC',
    // A global called `read` or `step` must refer to the player's definition, even if the system's library has a
    // function with the same name.
    '-fvisibility=hidden',
    '-w',
    ...(compiler.family === 'gcc' ? ['-fno-gnu-unique', '-fpermissive'] : ['-ferror-limit=20']),
  ];
  const host = buildHost(compiler, sdk, keys, options.sanitize === true);
  host.catch(() => {});
  const key = keyOf(
    'native 3',
    compiler.program,
    compiler.version,
    keys.sdk,
    game.id,
    sourceKey(source),
    base.join(' '),
    options.sandboxed ? 'in a sandbox' : '',
    JSON.stringify(ATTEMPTS),
  );
  const compile = async (partial: string): Promise<void> => {
    const runtime = buildRuntime(compiler, sdk, base);
    runtime.catch(() => {});
    const linked = options.sanitize ? ['-fsanitize=address,undefined'] : [];
    await tryAll(source, game, await options.others?.(), async (attempt) => {
      const standard = [`-std=${attempt.standard}`, ...attempt.flags];
      const prefix =
        options.debug || options.sanitize || options.sandboxed || attempt !== ATTEMPTS[0]
          ? plainPrefix(sdk)
          : await prefixFlags(compiler, sdk, [...standard, ...base]);
      const compiled = await run(
        [
          compiler.program,
          '-x',
          'c++',
          ...standard,
          ...base,
          ...includeFlags(source, sdk),
          ...prefix,
          '-c',
          '-',
          '-o',
          join(partial, 'player.o'),
        ],
        { folder: partial, input: asNamed(source) },
      );
      if (!compiled.ok) return compiled;
      return await run(
        [
          compiler.program,
          '-shared',
          join(partial, 'player.o'),
          await runtime,
          '-o',
          join(partial, 'player.so'),
          ...linked,
        ],
        { folder: partial, input: '' },
      );
    });
  };
  const folder = await cachedBuild(key, compile, () => options.onCompile?.(source.name));
  const sharedObject = join(folder, 'player.so');
  // Programs outside the sandbox must not read an untrusted file.
  const lines = options.sandboxed ? undefined : { program: sharedObject, source: source.name };
  return { host: await host, sharedObject, lines };
}

async function mustCompile(command: readonly string[], folder: string): Promise<void> {
  const { ok, said } = await runCompiler(command, { folder, input: '' });
  if (!ok) throw compileError('compiler/ours-native', command[0], compilerLines(said));
}

async function buildHost(compiler: Compiler, { runtime }: CppSdk, keys: SdkKeys, sanitize: boolean): Promise<string> {
  const checks = sanitize ? ['-g', '-fsanitize=address,undefined', '-DLUDUS_SANITIZED'] : [];
  const flags = ['-std=gnu++17', '-O2', '-w', '-rdynamic', '-fvisibility=hidden', ...checks];
  const folder = await cached(
    // Games that share a runtime also share the program.
    keyOf('host 5', compiler.program, compiler.version, keys.host, flags.join(' ')),
    async (partial) => {
      await mustCompile([compiler.program, ...flags, runtime.host, '-o', join(partial, 'host'), '-ldl'], partial);
    },
  );
  return join(folder, 'host');
}

async function buildRuntime(compiler: Compiler, sdk: CppSdk, base: readonly string[]) {
  const flags = ['-std=gnu++17', ...base, ...ownIncludes(sdk)];
  const folder = await cached(
    keyOf('runtime 2', compiler.program, compiler.version, sdkKey(sdk), flags.join(' ')),
    async (partial) => {
      const { player } = sdk.runtime;
      await mustCompile([compiler.program, ...flags, '-c', player, '-o', join(partial, 'runtime.o')], partial);
    },
  );
  return join(folder, 'runtime.o');
}

/** Flags for compiling without the precompiled standard headers. These flags are rarely used. */
export const plainPrefix = ({ prefix }: CppSdk): string[] => ['-include', prefix];

/**
 * The flags for the precompiled standard headers. Reading the plain headers takes half of a player's compile time.
 * These headers precede the player's first line, so the player's macros don't affect them.
 */
export async function prefixFlags(compiler: Compiler, sdk: CppSdk, flags: readonly string[]) {
  const gcc = compiler.family === 'gcc';
  const header = prefixFile(sdk);
  const include = ownIncludes(sdk);
  // The key contains the headers' paths, because clang's precompiled headers contain the paths of their source files.
  const folder = await cached(
    keyOf('prefix 5', compiler.program, compiler.version, header, sdkKey(sdk), [...flags, ...include].join(' ')),
    async (partial) => {
      // gcc reads this header if the precompiled header doesn't match, for example because another build of the same
      // gcc version made it.
      writeFileSync(join(partial, 'prefix.hh'), `#include "${sdk.prefix}"\n`);
      const output = join(partial, gcc ? 'prefix.hh.gch' : 'prefix.hh.pch');
      const timeless = gcc ? [] : ['-Xclang', '-fno-pch-timestamp'];
      await mustCompile(
        [compiler.program, '-x', 'c++-header', ...flags, ...timeless, ...include, header, '-o', output],
        partial,
      );
    },
  );
  return gcc ? ['-include', join(folder, 'prefix.hh')] : ['-include-pch', join(folder, 'prefix.hh.pch')];
}
