import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ATTEMPTS, type Attempt } from './attempts.ts';
import { cached, keyOf, treeText } from './cache.ts';
import { CompileError, compilerLines } from './compiler-error.ts';
import { COMPILE_LIMITS, limitedCommand, runToEnd } from './run.ts';
import { type CppSource, gameOf } from './source.ts';
import { type Compiler, nativeCompiler } from './toolchain.ts';

/** Where the games lie, each with its C++ headers in `sdk/cpp`. */
export const GAMES_FOLDER = fileURLToPath(new URL('../../games/', import.meta.url));
/** The folder of a game's C++ headers. */
export const cppSdk = (game: string): string => join(GAMES_FOLDER, game, 'sdk/cpp');
const TITLES: Readonly<Record<string, string>> = { madmax: 'Mad Max', starwar: 'Star War' };

/** How a compiler is run on a player's source: the seam for the sandbox. `input`, one character a byte, goes to its standard input; the value is what it said on standard error. */
export type RunCompiler = (
  command: readonly string[],
  options: { readonly folder: string; readonly input: string },
) => Promise<{ readonly ok: boolean; readonly said: string }>;

export const runCompiler: RunCompiler = (command, options) => {
  const [program, ...args] = limitedCommand(command);
  return runToEnd({ command: { program, args }, launchers: 1 }, options);
};

/** A native player: a shared object, and the program that it is loaded into. */
export interface NativeBuild {
  readonly host: string;
  readonly sharedObject: string;
}

export const sdkText = (): string => ['cylinder', 'madmax', 'starwar'].map((name) => treeText(cppSdk(name))).join('');

/** Everything that a source's outcome depends on besides the compiler and its flags. */
export const sourceKey = (source: CppSource): string =>
  keyOf(source.name, source.text, ...source.includes.flatMap(({ path, text }) => [path, text]));

/** What messages point at is the author's file, wherever it is compiled. */
export const asNamed = (source: CppSource): string => `#line 1 "${source.name.replace(/["\\]/g, '_')}"\n${source.text}`;

/** Ours come first: beside the player may lie the originals' headers of the same names. */
export const includeFlags = (source: CppSource, game: string): string[] => [
  `-I${cppSdk(game)}`,
  `-I${cppSdk('cylinder')}`,
  '-idirafter',
  join(cppSdk('cylinder'), 'fallback'),
  ...(source.includes.length > 0 ? [`-I${source.folder}`] : []),
];

const OPTIMISED = ['-O2'];
/** With these an author can step through the file in a debugger. */
const DEBUG = ['-O0', '-g'];

/** Compiles a player for this machine, unless that has been done before. */
export async function buildNative(
  source: CppSource,
  game: string,
  options: { readonly debug?: boolean; readonly sandboxed?: RunCompiler } = {},
): Promise<NativeBuild> {
  const compiler = nativeCompiler();
  if (!compiler)
    throw new CompileError(
      `${source.name} cannot be compiled: there is no g++ and no clang++ on this machine; install one of them`,
    );
  const run = options.sandboxed ?? runCompiler;
  const sdk = sdkText();
  const level = options.debug ? DEBUG : OPTIMISED;
  const base = [
    ...level,
    '-fPIC',
    // A global called `read` or `step` is the player's own, whatever the system's library has of that name.
    '-fvisibility=hidden',
    '-w',
    ...(compiler.family === 'gcc' ? ['-fno-gnu-unique', '-fpermissive'] : ['-ferror-limit=20']),
  ];
  const host = await buildHost(compiler, sdk);
  const key = keyOf(
    'native 1',
    compiler.program,
    compiler.version,
    sdk,
    game,
    sourceKey(source),
    base.join(' '),
    options.sandboxed ? 'in a sandbox' : '',
  );
  const folder = await cached(key, async (partial) => {
    const runtime = await buildRuntime(compiler, sdk, game, base);
    await tryAll(source, game, async (attempt) => {
      const standard = [`-std=${attempt.standard}`, ...attempt.flags];
      const prefix =
        options.debug || options.sandboxed || attempt !== ATTEMPTS[0]
          ? PLAIN_PREFIX
          : await prefixFlags(compiler, sdk, [...standard, ...base]);
      const compiled = await run(
        [
          compiler.program,
          '-x',
          'c++',
          ...standard,
          ...base,
          ...includeFlags(source, game),
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
        [compiler.program, '-shared', join(partial, 'player.o'), runtime, '-o', join(partial, 'player.so')],
        { folder: partial, input: '' },
      );
    });
  });
  return { host, sharedObject: join(folder, 'player.so') };
}

/** Runs the attempts until one succeeds; the error is that of the first. */
export async function tryAll(
  source: CppSource,
  game: string,
  compile: (attempt: Attempt) => Promise<{ readonly ok: boolean; readonly said: string }>,
): Promise<void> {
  const written = gameOf(source);
  const ofAnother = written !== undefined && written !== game;
  let first: string | undefined;
  const end = performance.now() + COMPILE_LIMITS.wallMs;
  // A player of the other game will not compile however it is tried.
  for (const attempt of ofAnother ? ATTEMPTS.slice(0, 1) : ATTEMPTS) {
    const { ok, said } = await compile(attempt);
    if (ok) return;
    first ??= said;
    // What takes so long to fail is not tried in other ways.
    if (performance.now() > end) break;
  }
  const hint = ofAnother ? ` for ${TITLES[game]}; it looks like a player of ${TITLES[written]}` : '';
  throw new CompileError(`${source.name} does not compile${hint}:\n${compilerLines(first!)}`);
}

async function mustCompile(command: readonly string[], folder: string): Promise<void> {
  const { ok, said } = await runCompiler(command, { folder, input: '' });
  if (!ok)
    throw new CompileError(
      `the compiler ${command[0]} cannot compile what every player needs:\n${compilerLines(said)}`,
    );
}

async function buildHost(compiler: Compiler, sdk: string): Promise<string> {
  const flags = ['-std=gnu++17', '-O2', '-w', '-rdynamic'];
  const folder = await cached(
    keyOf('host 1', compiler.program, compiler.version, sdk, flags.join(' ')),
    async (partial) => {
      const source = join(cppSdk('cylinder'), 'runtime/native_host.cc');
      await mustCompile([compiler.program, ...flags, source, '-o', join(partial, 'host'), '-ldl'], partial);
    },
  );
  return join(folder, 'host');
}

async function buildRuntime(compiler: Compiler, sdk: string, game: string, base: readonly string[]) {
  const flags = ['-std=gnu++17', ...base, `-I${cppSdk(game)}`, `-I${cppSdk('cylinder')}`];
  const folder = await cached(
    keyOf('runtime 1', compiler.program, compiler.version, sdk, flags.join(' ')),
    async (partial) => {
      const source = join(cppSdk('cylinder'), 'runtime/native_player.cc');
      await mustCompile([compiler.program, ...flags, '-c', source, '-o', join(partial, 'runtime.o')], partial);
    },
  );
  return join(folder, 'runtime.o');
}

/** Reads the standard headers anew: where that is rare. */
export const PLAIN_PREFIX = ['-include', 'ludus/std.hh'];

/**
 * The standard headers, compiled once: half of the time of compiling a player goes into reading them. They come before the first
 * line of the player, so that no macro of its own reaches them.
 */
export async function prefixFlags(compiler: Compiler, sdk: string, flags: readonly string[]) {
  const gcc = compiler.family === 'gcc';
  // clang's compiled headers name the files that they were made of: those of this very folder.
  const folder = await cached(
    keyOf('prefix 4', compiler.program, compiler.version, GAMES_FOLDER, sdk, flags.join(' ')),
    async (partial) => {
      // gcc takes the header itself where the compiled one does not suit it (another build of the same version).
      writeFileSync(join(partial, 'prefix.hh'), '#include "ludus/std.hh"\n');
      const output = join(partial, gcc ? 'prefix.hh.gch' : 'prefix.hh.pch');
      const source = join(cppSdk('cylinder'), 'ludus/std.hh');
      const timeless = gcc ? [] : ['-Xclang', '-fno-pch-timestamp'];
      const include = `-I${cppSdk('cylinder')}`;
      await mustCompile(
        [compiler.program, '-x', 'c++-header', ...flags, ...timeless, include, source, '-o', output],
        partial,
      );
    },
  );
  return gcc ? ['-include', join(folder, 'prefix.hh')] : ['-include-pch', join(folder, 'prefix.hh.pch')];
}
