import type { PackagedSdk } from '@ludus/runtime/metering.ts';

/** How `ludus site build` lays out the compiler of C++ in the folder `cpp/`, for the page that fetches it. */

/** A part of a file packed with Zstandard; files are cut where hosts limit their size. */
export interface Piece {
  readonly file: string;
  readonly bytes: number;
  /** Of the piece as it lies there, 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface PackedFile {
  /** Unpacked. */
  readonly bytes: number;
  readonly pieces: readonly Piece[];
}

/** `cpp/manifest.json` */
export interface CppManifest {
  /** The packaged clang and its version. */
  readonly compiler: string;
  /** The module that runs it; what it would fetch itself comes from the pieces. */
  readonly bundle: string;
  /** By the name under which the bundle asks for them. */
  readonly files: Readonly<Record<string, PackedFile>>;
}

/** `cpp/sdk-GAME.json.gz` */
export interface CppSite {
  readonly id: string;
  readonly title: string;
  readonly sdk: PackagedSdk;
  /** The words of players, by game: a regular expression's source. */
  readonly games: readonly { readonly id: string; readonly title: string; readonly words: string }[];
  /** The compiled part that is linked to every player, in base64. */
  readonly runtime: { readonly plain: string; readonly throwing: string };
  /** The precompiled header of every player that does not use exceptions. Games of one SDK share it. */
  readonly prefix: PackedFile;
}

export const MANIFEST = 'cpp/manifest.json';
export const sdkFile = (game: string): string => `cpp/sdk-${game}.json.gz`;
