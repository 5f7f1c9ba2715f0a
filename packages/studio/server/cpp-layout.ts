import type { PackagedSdk } from '@ludus/runtime/metering.ts';

/**
 * The layout of the C++ compiler in the folder `cpp/`. `ludus site build` writes the compiler to this folder, and the
 * page loads it from there.
 */

/** A part of a file packed with Zstandard. Files are split, because hosts limit their size. */
export interface Piece {
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 of the packed piece, 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface PackedFile {
  /** The file's unpacked size. */
  readonly bytes: number;
  readonly pieces: readonly Piece[];
}

/** The content of `cpp/manifest.json`. */
export interface CppManifest {
  /** The packaged clang and its version. */
  readonly compiler: string;
  /** The module that runs clang. The module receives its files from the pieces instead of downloading them. */
  readonly bundle: string;
  /** The files, by the names that the bundle requests. */
  readonly files: Readonly<Record<string, PackedFile>>;
}

/** The content of `cpp/sdk-GAME.json.gz`. */
export interface CppSite {
  readonly id: string;
  readonly title: string;
  readonly sdk: PackagedSdk;
  /** The games. `words`: a regular expression for words that only players of the game contain. */
  readonly games: readonly { readonly id: string; readonly title: string; readonly words: string }[];
  /** The compiled library for every player, in base64. */
  readonly runtime: { readonly plain: string; readonly throwing: string };
  /** The precompiled header of every player without exceptions. Games with the same SDK share this header. */
  readonly prefix: PackedFile;
}

export const MANIFEST = 'cpp/manifest.json';
export const sdkFile = (game: string): string => `cpp/sdk-${game}.json.gz`;
