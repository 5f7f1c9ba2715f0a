import { concatBytes } from '@ludus/kernel/bytes.ts';
import { stripped } from '../wasm/custom.ts';
import type { CodePlaces } from '../wasm/places.ts';
import { codePlaces } from './line-table.ts';
import { asNamed, shownName } from './source-words.ts';
import { LINE_TABLES, LINK } from './wasm-flags.ts';

/**
 * Runs npm's clang on a player's source file in the same way on the command line and in a page. Both therefore produce
 * the same module. The compiler is a WebAssembly module with a virtual file system.
 */

/** Folders and files, by name. */
export type TextTree = { readonly [name: string]: TextTree | string };
type Tree = { [name: string]: Tree | string | Uint8Array };

/**
 * The SDK's files for the compiler. Paths refer to the compiler's file system, in which folders are numbers below
 * `sdk`.
 */
export interface PackagedSdk {
  readonly files: TextTree;
  /** Folders in search order. */
  readonly include: readonly string[];
  readonly fallback: string;
  /** The files included before the first line of every player. */
  readonly prefix: string;
  /** The source that is linked to every player. */
  readonly runtime: string;
}

/**
 * A source file with the files of its folder that it includes. Paths are relative to this folder. Texts have one
 * character per byte.
 */
export interface PackagedSource {
  readonly name: string;
  readonly text: string;
  readonly includes: readonly { readonly path: string; readonly text: string }[];
}

/** Parts that were compiled in advance, for speed. They don't change the output. */
export interface PrecompiledParts {
  /** The object file of the runtime, compiled with the same flags. */
  readonly runtime?: Uint8Array | undefined;
  /** The prefix in clang's precompiled form, made with the same flags. */
  readonly prefix?: Uint8Array | undefined;
}

/** The functions of the package's `commands` that Ludus uses. */
export interface ClangCommands {
  readonly 'clang++': (
    args: string[],
    files: Tree,
    // biome-ignore lint/suspicious/noExplicitAny: what it hands over is read below
    options: any,
    // biome-ignore lint/suspicious/noExplicitAny: a tree, or a promise of one
  ) => any;
}

export type CompileResult =
  | { readonly ok: true; readonly module: Uint8Array<ArrayBuffer>; readonly places?: CodePlaces | undefined }
  | { readonly ok: false; readonly said: string };

/** Compiles and links a player. `flags` are the standard and the flags of the attempt. */
export async function compilePackaged(
  commands: ClangCommands,
  source: PackagedSource,
  sdk: PackagedSdk,
  flags: readonly string[],
  { runtime, prefix }: PrecompiledParts = {},
): Promise<CompileResult> {
  const player = await compileObject(commands, source, sdk, flags, prefix);
  if (!player.ok) return player;
  const beside = runtime ? { ok: true as const, module: runtime } : await compileRuntime(commands, sdk, flags, prefix);
  if (!beside.ok) return beside;
  return await linkObjects(commands, source, flags, player.module, beside.module);
}

/** Compiles a player without linking it. */
export async function compileObject(
  commands: ClangCommands,
  source: PackagedSource,
  sdk: PackagedSdk,
  flags: readonly string[],
  prefix?: Uint8Array | undefined,
): Promise<CompileResult> {
  const own: Tree = {};
  for (const { path, text } of source.includes) addFile(own, path.split('/'), bytesOf(text));
  own['player.cc'] = bytesOf(asNamed(source));
  return await run(commands, [...flags, ...LINE_TABLES, ...startOf(sdk, prefix), '-c', 'own/player.cc'], {
    ...filesFor(sdk, prefix),
    own,
  });
}

/** Links the object files of a player and of the runtime into a module. */
export async function linkObjects(
  commands: ClangCommands,
  source: PackagedSource,
  flags: readonly string[],
  player: Uint8Array,
  runtime: Uint8Array,
): Promise<CompileResult> {
  const linked = await run(commands, [...flags, 'player.o', 'runtime.o', ...LINK, '-lwasi-emulated-signal'], {
    'player.o': player,
    'runtime.o': runtime,
  });
  if (!linked.ok) return linked;
  const places = codePlaces(linked.module, shownName(source));
  return { ok: true, module: stripped(linked.module), places };
}

const startOf = (sdk: PackagedSdk, prefix: Uint8Array | undefined): string[] => [
  ...includesOf(sdk),
  ...(prefix ? ['-include-pch', 'prefix.pch'] : ['-include', sdk.prefix]),
];

const filesFor = (sdk: PackagedSdk, prefix: Uint8Array | undefined): Tree => ({
  sdk: fresh(sdk.files),
  own: {},
  ...(prefix && { 'prefix.pch': prefix }),
});

/** Compiles the runtime that is linked to every player, for players compiled with these flags. */
export const compileRuntime = (
  commands: ClangCommands,
  sdk: PackagedSdk,
  flags: readonly string[],
  prefix?: Uint8Array | undefined,
) => run(commands, [...flags, ...startOf(sdk, prefix), '-c', sdk.runtime], filesFor(sdk, prefix));

/**
 * The prefix, precompiled so that clang reads it fastest. The result is valid only on the machine on which it was made.
 */
export const compilePrefix = (commands: ClangCommands, sdk: PackagedSdk, flags: readonly string[]) =>
  run(
    commands,
    [
      ...flags,
      ...LINE_TABLES,
      ...includesOf(sdk),
      '-x',
      'c++-header',
      '-fpch-instantiate-templates',
      '-Xclang',
      '-fno-pch-timestamp',
      prefixPath(sdk),
    ],
    { sdk: fresh(sdk.files), own: {} },
  );

const includesOf = ({ include, fallback }: PackagedSdk): string[] => [
  ...include.map((folder) => `-I${folder}`),
  '-idirafter',
  fallback,
  '-Iown',
];

function prefixPath({ files, include, prefix }: PackagedSdk): string {
  const paths = include.map((folder) => `${folder}/${prefix}`);
  const isThere = (path: string): boolean =>
    path
      .split('/')
      .slice(1)
      .reduce<TextTree | string | undefined>(
        (tree, name) => (typeof tree === 'object' ? tree[name] : undefined),
        files,
      ) !== undefined;
  const found = paths.find(isThere);
  if (found === undefined) throw new Error(`there is no ${prefix} in ${include.join(', ')}`);
  return found;
}

/**
 * Reads the result from standard output. The package's file system copies the whole file on each write, and clang
 * writes object files byte by byte.
 */
async function run(commands: ClangCommands, args: readonly string[], files: Tree): Promise<CompileResult> {
  const output: Uint8Array[] = [];
  const said: Uint8Array[] = [];
  const into = (pieces: Uint8Array[]) => (bytes: Uint8Array | null) => bytes && pieces.push(bytes.slice());
  try {
    await commands['clang++']([...args, '-o', '-'], files, { stdout: into(output), stderr: into(said) });
    return { ok: true, module: concatBytes(output) };
  } catch (error) {
    return { ok: false, said: textOf(said) || String(error) };
  }
}

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Copies the tree, because each run of the compiler needs a separate tree. */
function fresh(tree: TextTree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [name, typeof value === 'string' ? value : fresh(value)]),
  );
}

function addFile(tree: Tree, [name, ...rest]: readonly string[], text: Uint8Array): void {
  if (rest.length === 0) {
    tree[name] = text;
    return;
  }
  tree[name] ??= {};
  addFile(tree[name] as Tree, rest, text);
}
