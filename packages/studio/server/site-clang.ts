import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ATTEMPTS } from '@ludus/runtime/compile/attempts.ts';
import { cached, keyOf } from '@ludus/runtime/compile/cache.ts';
import { type CppGame, sdkKey } from '@ludus/runtime/compile/cpp-sdk.ts';
import { clangModule } from '@ludus/runtime/compile/fetched-clang.ts';
import { compileRuntime, type PackagedSdk } from '@ludus/runtime/compile/packaged.ts';
import { packagedSdk, yowaspVersion } from '@ludus/runtime/compile/wasm.ts';
import { exceptionFlags, flagsOf } from '@ludus/runtime/compile/wasm-flags.ts';
import type { CppManifest, CppSite, Piece } from './cpp-layout.ts';

/** Some hosts take no larger files. */
export const PIECE_BYTES = 10_000_000;
const BUNDLE = 'clang.js';
/** What the bundle fetches beside itself. */
const MODULES = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];
const RESOURCES = 'llvm-resources.tar';
const TAR_BLOCK = 512;

/** Of the compiler's own headers those that are for every processor; the many others are for processors that players do not run on. */
const OWN_HEADERS =
  /^include\/(?:__?std\w*|std\w+|limits|float|iso646|inttypes|tgmath|varargs|unwind|ptrauth|wasm_simd128|__float_float)\.h$/;
const LIBRARIES =
  /^lib\/(?:wasm32-unknown-wasip1\/libclang_rt\.builtins\.a|wasm32-wasip1\/(?:crt1-reactor\.o|lib(?:c|c\+\+|c\+\+abi|m|wasi-emulated-(?:getpid|process-clocks|signal))\.a))$/;

/** Does a player's compilation look at this file? The libraries' headers of an older standard, modules, sanitizers, other processors: none does. */
function isNeeded(name: string): boolean {
  if (/^include\/c\+\+\/v1\//.test(name)) return !/\/__cxx03\/|\.modulemap$|\.imp$/.test(name);
  return /^include\/wasm32-wasip1\//.test(name) || OWN_HEADERS.test(name) || LIBRARIES.test(name);
}

/** The entries of a tar that are needed, folders included, as they are. */
export function trimmedTar(tar: Uint8Array): Uint8Array {
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

/** The compiler, packed and cut: a folder with `manifest.json`. Packing takes a while and is done once for each version. */
export async function packedClang(): Promise<string> {
  const home = new URL('./', clangModule()!);
  return await cached(keyOf('site clang 1', yowaspVersion(), String(PIECE_BYTES)), async (partial) => {
    const files: Record<string, Piece[]> = {};
    for (const name of [...MODULES, RESOURCES]) {
      const raw = readFileSync(new URL(name, home));
      const packed = gzipSync(name === RESOURCES ? trimmedTar(raw) : raw, { level: 9 });
      files[name] = cut(packed).map((piece, at) => {
        const file = `${name}.gz.${at}`;
        writeFileSync(join(partial, file), piece);
        return { file, bytes: piece.length, sha256: createHash('sha256').update(piece).digest('hex') };
      });
    }
    writeFileSync(join(partial, BUNDLE), readFileSync(new URL('bundle.js', home)));
    const bytes = Object.values(files)
      .flat()
      .reduce((sum, piece) => sum + piece.bytes, 0);
    const manifest: CppManifest = { compiler: yowaspVersion(), bytes, bundle: BUNDLE, files };
    writeFileSync(join(partial, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
  });
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) pieces.push(bytes.subarray(at, at + PIECE_BYTES));
  return pieces;
}

/** What the page needs to compile players of a game, with what every player is linked to compiled already. */
export async function cppSite(game: CppGame, games: readonly CppGame[]): Promise<CppSite> {
  const sdk = packagedSdk(game.sdk);
  const object = async (throws: boolean): Promise<string> =>
    (await runtimeObject(game, sdk, throws)).toString('base64');
  return {
    id: game.id,
    title: game.title,
    sdk,
    games: games.map(({ id, title, sdk: { words } }) => ({ id, title, words: words.source })),
    runtime: { plain: await object(false), throwing: await object(true) },
  };
}

async function runtimeObject({ sdk }: CppGame, packaged: PackagedSdk, throws: boolean): Promise<Buffer> {
  const flags = flagsOf(ATTEMPTS[0], exceptionFlags(throws));
  const key = keyOf('site runtime 1', yowaspVersion(), sdkKey(sdk), flags.join(' '));
  const folder = await cached(key, async (partial) => {
    const clang: typeof import('@yowasp/clang') = await import(clangModule()!);
    await clang.runLLVM(undefined, {}, { fetchProgress: () => {} });
    const made = await compileRuntime(clang.commands, packaged, flags);
    if (!made.ok) throw new Error(`the packaged clang cannot compile what every player needs:\n${made.said}`);
    writeFileSync(join(partial, 'runtime.o'), made.module);
  });
  return readFileSync(join(folder, 'runtime.o'));
}
