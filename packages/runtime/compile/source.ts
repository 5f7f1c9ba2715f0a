import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { readRegular, SOURCE_BYTES } from '../regular-file.ts';
import { compileError } from './compiler-error.ts';
import type { CppSdk } from './cpp-sdk.ts';
import { withoutComments } from './source-words.ts';

export { gameOf, usesExceptions, withoutComments } from './source-words.ts';

/** A player's source file with all files from its folder that it includes. */
export interface CppSource {
  /** The name in messages, without the folder. */
  readonly name: string;
  readonly folder: string;
  /** The source's text, with one character per byte. */
  readonly text: string;
  /**
   * The files from the same folder that the source file includes, with paths and contents. Ludus's headers take
   * precedence over these files.
   */
  readonly includes: readonly { readonly path: string; readonly text: string }[];
}

/** Limits on a source's total size in bytes and on its number of files. */
const ALL_BYTES = 4 * 2 ** 20;
const MAX_FILES = 100;

export interface SourceOptions {
  /**
   * Whether the source is untrusted. If so, the source consists of regular files in a separate folder. Files elsewhere,
   * links, and the files of other players aren't read.
   */
  readonly stranger?: boolean;
}

const QUOTED = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;
/** Files that are included in angle brackets, or through a macro. */
const SEARCHED = /^[ \t]*#[ \t]*(?:include[ \t]*<|define[ \t]+\w+[ \t]+[<"])([^">\n]+)[">]/gm;

/**
 * Reads a player's file for a game, and the files of its folder that it includes. `ownHeaders`: headers that always
 * come from Ludus, even if the player's folder contains them. Throws a CompileError if the file isn't a regular file or
 * is too long.
 */
export function readSource(
  file: string,
  { ownHeaders }: Pick<CppSdk, 'ownHeaders'>,
  { stranger = false }: SourceOptions = {},
): CppSource {
  const path = resolve(file);
  const name = basename(path);
  const home = dirname(path);
  const links = !stranger;
  const whole = readRegular(path, { most: SOURCE_BYTES, links });
  if (!whole.ok) throw compileError('compiler/file', name, whole.problem.message);
  // Uses one character per byte, because comments may be in any encoding, and the compiler must get the original bytes.
  const text = whole.bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const includes = new Map<string, string>();
  /**
   * Names of files that are found only if the source's folder is searched. The folder is searched only if the source
   * includes a file from it.
   */
  const searched = new Set<string>();
  let bytes = text.length;
  const take = (word: string, included: string): void => {
    const inside = readRegular(included, { most: SOURCE_BYTES, links });
    if (!inside.ok) throw compileError('compiler/include', name, word, inside.problem.message);
    bytes += inside.bytes.length;
    if (bytes > ALL_BYTES || includes.size === MAX_FILES)
      throw compileError('compiler/many', name, MAX_FILES, ALL_BYTES);
    includes.set(included, inside.bytes.toString('latin1'));
    follow(includes.get(included)!, dirname(included));
  };
  const isKnown = (word: string, included: string): boolean =>
    ownHeaders.test(basename(word)) || included === path || includes.has(included);
  const follow = (contents: string, folder: string): void => {
    const plain = withoutComments(contents);
    for (const [, word] of plain.matchAll(SEARCHED)) searched.add(word);
    for (const [, word] of plain.matchAll(QUOTED)) {
      const included = resolve(folder, word);
      if (isKnown(word, included)) continue;
      if (stranger) mustBeOwn(name, word, home, included);
      // If the file isn't in the source's folder, it may belong to the system.
      if (!isThere(included)) continue;
      if (stranger) mustBeAlone(name, word, home);
      take(word, included);
    }
  };
  follow(text, home);
  // The compiler of an untrusted source doesn't see any other files in the folder.
  if (includes.size > 0 && !stranger)
    for (const word of searched) {
      const included = resolve(home, word);
      if (!isKnown(word, included) && statSync(included, { throwIfNoEntry: false })?.isFile()) take(word, included);
    }
  return {
    name,
    folder: home,
    text,
    includes: [...includes].map(([included, contents]) => ({ path: included, text: contents })),
  };
}

/**
 * Rejects paths outside an untrusted folder, whether they exist or not, because different answers would reveal which
 * paths exist.
 */
function mustBeOwn(name: string, word: string, home: string, included: string): void {
  const below = relative(home, included);
  if (isAbsolute(word) || below.startsWith('..')) throw compileError('compiler/outside', name, word);
  // A folder in the path may be a link.
  const real = tryRealpath(dirname(included));
  if (real !== undefined && real !== join(realpathSync(home), dirname(below)))
    throw compileError('compiler/link', name, word);
}

/** If the folder contained other players, their headers would be accessible. */
function mustBeAlone(name: string, word: string, home: string): void {
  if (readdirSync(home).some((each) => each !== name && PLAYER_ENDING.test(each)))
    throw compileError('compiler/neighbours', name, word);
}

const PLAYER_ENDING = /\.(cc|cpp|cxx|c|py|java|rs|go|[cm]?[jt]s|sh|pl|rb|lua|wasm)$/;

function isThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined;
  } catch (error) {
    // If we don't have permission to check a path, the path is treated as existing.
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

function tryRealpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
