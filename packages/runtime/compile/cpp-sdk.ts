import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { keyOf, treeText } from './cache.ts';

/** The SDK that a game's C++ players are compiled with. Folders and files are absolute paths. */
export interface CppSdk {
  /** Folders of the game's headers, in the order in which they are searched: before those of the player. */
  readonly include: readonly string[];
  /** A folder that is searched last, for headers that a system may lack. */
  readonly fallback: string;
  /** The includes before the first line of every player, as `#include` names them: the standard headers. */
  readonly prefix: string;
  /** Sources: the program that native players are loaded into, and what is linked to each player. */
  readonly runtime: { readonly host: string; readonly player: string; readonly wasm: string };
  /** Headers that always are the game's, whatever is next to the player. */
  readonly ownHeaders: RegExp;
  /** Words that only players of this game have; with the flag `g`. */
  readonly words: RegExp;
  /** The file that a bare name stands for, where `NAME` stands for it: `AINAME.cc`. */
  readonly as?: string;
  /** Players are programs that follow the lines of the protocol; they register nothing, and their file's name is theirs. */
  readonly isProgram?: true;
}

/** A game whose players are compiled C++. */
export interface CppGame {
  readonly id: string;
  readonly title: string;
  readonly sdk: CppSdk;
}

/** The folders that a compiler has to see. */
export function sdkFolders({ include, fallback, runtime }: CppSdk): string[] {
  return [...new Set([...include, fallback, ...Object.values(runtime).map((file) => dirname(file))])];
}

/** Changes with every header and source of the SDK. */
export function sdkKey(sdk: CppSdk): string {
  return keyOf(...sdkFolders(sdk).map(treeText));
}

/** The file of the header that comes before each player. */
export function prefixFile({ include, prefix }: CppSdk): string {
  const file = include.map((folder) => join(folder, prefix)).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`there is no ${prefix} in ${include.join(', ')}`);
  return file;
}

/** The file that a bare player name stands for, if it is in the folder: `Foo` is AIFoo.cc there. */
export function fileOfName({ as }: CppSdk, name: string, folder: string): string | undefined {
  if (as === undefined || !/^\w+$/.test(name)) return undefined;
  const file = join(folder, as.replace('NAME', name));
  return existsSync(file) ? file : undefined;
}

/** The bare name that stands for a file, if one does. */
export function nameOfFile({ as }: CppSdk, file: string): string | undefined {
  const [before, after] = as?.split('NAME') ?? [];
  const shown = basename(file);
  if (before === undefined || !shown.startsWith(before) || !shown.endsWith(after)) return undefined;
  const name = shown.slice(before.length, shown.length - after.length);
  return /^\w+$/.test(name) ? name : undefined;
}
