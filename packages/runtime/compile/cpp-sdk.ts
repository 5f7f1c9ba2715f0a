import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { keyOf, treeText } from './cache.ts';

/** The SDK that a game's C++ players are compiled with. Folders and files are absolute paths. */
export interface CppSdk {
  /** Folders of the game's headers, in search order. They are searched before the player's folders. */
  readonly include: readonly string[];
  /** The last folder to search, for headers that a system may lack. */
  readonly fallback: string;
  /**
   * The file with the standard headers, which is included before the first line of every player. The name is written as
   * in `#include`.
   */
  readonly prefix: string;
  /**
   * Source files: the program that loads native players, and the files that are linked to each player (native,
   * WebAssembly).
   */
  readonly runtime: { readonly host: string; readonly player: string; readonly wasm: string };
  /** Headers that always come from the game, even if files with the same names are next to the player. */
  readonly ownHeaders: RegExp;
  /** Words that occur only in this game's players. The pattern has the flag `g`. */
  readonly words: RegExp;
  /** The file name for a bare player name, such as `AINAME.cc`, where `NAME` stands for the player's name. */
  readonly as?: string;
  /**
   * Whether players are programs that use the line protocol. They register nothing, and are named after their files.
   */
  readonly isProgram?: true;
}

/** A game whose players are compiled C++. */
export interface CppGame {
  readonly id: string;
  readonly title: string;
  readonly sdk: CppSdk;
}

/** The folders that a compiler must be able to read. */
export function sdkFolders({ include, fallback, runtime }: CppSdk): string[] {
  return [...new Set([...include, fallback, ...Object.values(runtime).map((file) => dirname(file))])];
}

/** A key that changes with every header and source of the SDK. */
export function sdkKey(sdk: CppSdk): string {
  return keyOf(...sdkFolders(sdk).map(treeText));
}

/** The header that is included before each player. */
export function prefixFile({ include, prefix }: CppSdk): string {
  const file = include.map((folder) => join(folder, prefix)).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`there is no ${prefix} in ${include.join(', ')}`);
  return file;
}

/** The file for a bare player name, if the folder contains it: for `Foo`, AIFoo.cc. */
export function fileOfName({ as }: CppSdk, name: string, folder: string): string | undefined {
  if (as === undefined || !/^\w+$/.test(name)) return undefined;
  const file = join(folder, as.replace('NAME', name));
  return existsSync(file) ? file : undefined;
}

/** The bare player name for a file, if the game has such names: for AIFoo.cc, `Foo`. */
export function nameOfFile({ as }: CppSdk, file: string): string | undefined {
  const [before, after] = as?.split('NAME') ?? [];
  const shown = basename(file);
  if (before === undefined || !shown.startsWith(before) || !shown.endsWith(after)) return undefined;
  const name = shown.slice(before.length, shown.length - after.length);
  return /^\w+$/.test(name) ? name : undefined;
}
