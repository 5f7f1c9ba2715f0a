import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import {
  type CppGame,
  cached,
  keyOf,
  packagedPart,
  packagedSdk,
  sdkKey,
  yowaspVersion,
} from '@ludus/runtime/compile.ts';
import { clangModule } from '@ludus/runtime/files.ts';
import { ATTEMPTS, exceptionFlags, flagsOf } from '@ludus/runtime/metering.ts';
import { waitForLock } from '@ludus/shell/process-lock.ts';
import type { CppManifest, CppSite, PackedFile } from './cpp-layout.ts';

/** Maximum size of a piece, because some hosts limit file sizes. */
const PIECE_BYTES = 10_000_000;
const BUNDLE = 'clang.js';
/** The additional files that the bundle loads. */
const MODULES = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];
const RESOURCES = 'llvm-resources.tar';
const TAR_BLOCK = 512;

/** The compiler's headers for every processor. Most other headers are for processors on which players don't run. */
const OWN_HEADERS =
  /^include\/(?:__?std\w*|std\w+|limits|float|iso646|inttypes|tgmath|varargs|unwind|ptrauth|wasm_simd128|__float_float)\.h$/;
const LIBRARIES =
  /^lib\/(?:wasm32-unknown-wasip1\/libclang_rt\.builtins\.a|wasm32-wasip1\/(?:crt1-reactor\.o|lib(?:c|c\+\+|c\+\+abi|m|wasi-emulated-(?:getpid|process-clocks|signal))\.a))$/;

/**
 * Whether compiling a player needs this file. Headers of an older standard, modules, sanitizers, and files for other
 * processors aren't needed.
 */
function isNeeded(name: string): boolean {
  if (/^include\/c\+\+\/v1\//.test(name)) return !/\/__cxx03\/|\.modulemap$|\.imp$/.test(name);
  return /^include\/wasm32-wasip1\//.test(name) || OWN_HEADERS.test(name) || LIBRARIES.test(name);
}

/** Returns a tar that contains only the necessary entries, including folders. The entries themselves don't change. */
function trimmedTar(tar: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  const text = (at: number, length: number): string =>
    Buffer.from(tar.buffer, tar.byteOffset + at, length)
      .toString('latin1')
      .replace(/\0.*$/s, '');
  for (let at = 0; at + TAR_BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const end = at + TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
    const isFolder = text(at + 156, 1) === '5';
    if (isFolder || isNeeded(text(at, 100))) kept.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, new Uint8Array(2 * TAR_BLOCK)]);
}

/** Packs and splits the compiler. Returns a folder with `manifest.json` and the pieces. */
export async function packedClang(): Promise<string> {
  const home = new URL('./', clangModule()!);
  return await madeOnce(keyOf('site clang 3', yowaspVersion(), String(PIECE_BYTES), String(LEVEL)), async (partial) => {
    const files: Record<string, PackedFile> = {};
    for (const name of [...MODULES, RESOURCES]) {
      const raw = readFileSync(new URL(name, home));
      files[name] = await pack(partial, name, name === RESOURCES ? trimmedTar(raw) : raw);
    }
    writeFileSync(join(partial, BUNDLE), readFileSync(new URL('bundle.js', home)));
    const manifest: CppManifest = { compiler: yowaspVersion(), bundle: BUNDLE, files };
    writeFileSync(join(partial, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
  });
}

/** Compression level. At level 19, packing the compiler takes a minute, once per machine. */
const LEVEL = 19;

/** Packs a file, and writes the result in pieces to a folder. The pieces are a third smaller than with gzip. */
async function pack(folder: string, name: string, bytes: Uint8Array): Promise<PackedFile> {
  const { ZSTD_c_compressionLevel, ZSTD_c_windowLog } = constants;
  const packed = await promisify(zstdCompress)(bytes, {
    params: { [ZSTD_c_compressionLevel]: LEVEL, [ZSTD_c_windowLog]: 27 },
  });
  const pieces = cut(packed).map((piece, at) => {
    const file = `${name}.zst.${at}`;
    writeFileSync(join(folder, file), piece);
    return { file, bytes: piece.length, sha256: sha256(piece) };
  });
  return { bytes: bytes.length, pieces };
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) pieces.push(bytes.subarray(at, at + PIECE_BYTES));
  return pieces;
}

/**
 * Runs a build step that takes a minute. If several processes build a site at the same time, one process runs the step,
 * and the others wait for the result.
 */
async function madeOnce(key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const lock = await waitForLock(key);
  try {
    return await cached(key, make);
  } finally {
    await lock.release();
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The files with which the page compiles a game's players, with the precompiled header and library of every player. The
 * precompiled header is stored in `folder`, under a name that depends on its contents.
 */
export async function cppSite(game: CppGame, games: readonly CppGame[], folder: string): Promise<CppSite> {
  const sdk = packagedSdk(game.sdk);
  const made = await precompiled(game);
  const part = (name: string): Buffer => readFileSync(join(made, name));
  for (const file of readdirSync(made).filter((name) => name.startsWith(PREFIX)))
    copyFileSync(join(made, file), join(folder, file));
  return {
    id: game.id,
    title: game.title,
    sdk,
    games: games.map(({ id, title, sdk: { words } }) => ({ id, title, words: words.source })),
    runtime: { plain: part('plain.o').toString('base64'), throwing: part('throwing.o').toString('base64') },
    prefix: JSON.parse(part('packed.json').toString('utf8')),
  };
}

const PREFIX = 'prefix-';

/** Returns a folder with the two runtimes and the packed prefix. */
async function precompiled({ sdk }: CppGame): Promise<string> {
  const flags = (throws: boolean): string[] => flagsOf(ATTEMPTS[0], exceptionFlags(throws));
  const key = keyOf(
    'site sdk 3',
    yowaspVersion(),
    String(LEVEL),
    sdkKey(sdk),
    flags(false).join(' '),
    flags(true).join(' '),
  );
  return await madeOnce(key, async (partial) => {
    const part = async (what: 'prefix' | 'runtime', throws: boolean) => await packagedPart(what, sdk, flags(throws));
    const [plain, throwing, prefixed] = await Promise.all([
      part('runtime', false),
      part('runtime', true),
      part('prefix', false),
    ]);
    copyFileSync(plain, join(partial, 'plain.o'));
    copyFileSync(throwing, join(partial, 'throwing.o'));
    const prefix = readFileSync(prefixed);
    const packed = await pack(partial, `${PREFIX}${sha256(prefix).slice(0, 16)}`, prefix);
    writeFileSync(join(partial, 'packed.json'), JSON.stringify(packed));
  });
}
