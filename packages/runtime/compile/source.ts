import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { readRegular, SOURCE_BYTES } from '../regular-file.ts';
import { compileError } from './compiler-error.ts';
import type { CppSdk } from './cpp-sdk.ts';
import { withoutComments } from './source-words.ts';

export { gameOf, usesExceptions, withoutComments } from './source-words.ts';

/** A player's source file with all files of its folder that it includes. */
export interface CppSource {
  /** As messages name it: without its folder. */
  readonly name: string;
  readonly folder: string;
  /** One character a byte. */
  readonly text: string;
  /** The included files next to it, with paths and contents; ours come before them. */
  readonly includes: readonly { readonly path: string; readonly text: string }[];
}

/** All files of a source together are not longer than this, and not more than this. */
const ALL_BYTES = 4 * 2 ** 20;
const MAX_FILES = 100;

export interface SourceOptions {
  /**
   * The source is untrusted: it consists of plain files in a separate folder. Files elsewhere, links, and the files of other
   * players are not read for it.
   */
  readonly stranger?: boolean;
}

const QUOTED = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;
/** In angle brackets, or by a macro's name. */
const SEARCHED = /^[ \t]*#[ \t]*(?:include[ \t]*<|define[ \t]+\w+[ \t]+[<"])([^">\n]+)[">]/gm;

/**
 * Reads a player's file for a game, and what it includes of its folder. `ownHeaders`: they come from us, whatever is next to the
 * player. A CompileError if it isn't a regular file, or too long.
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
  if (!whole.ok) throw compileError('compiler/file', name, whole.why);
  // One character a byte: comments may be in any encoding, and the compiler gets the bytes as they were.
  const text = whole.bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const includes = new Map<string, string>();
  /** Words that mean a file next to it only if its folder is searched, which it is where it includes any. */
  const searched = new Set<string>();
  let bytes = text.length;
  const take = (word: string, included: string): void => {
    const inside = readRegular(included, { most: SOURCE_BYTES, links });
    if (!inside.ok) throw compileError('compiler/include', name, word, inside.why);
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
      // A file that is not next to it may be the system's.
      if (!isThere(included)) continue;
      if (stranger) mustBeAlone(name, word, home);
      take(word, included);
    }
  };
  follow(text, home);
  // The compiler of an untrusted source sees no other files of the folder.
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

/** Rejects paths outside an untrusted folder, whether they exist or not: the answer would reveal it. */
function mustBeOwn(name: string, word: string, home: string, included: string): void {
  const below = relative(home, included);
  if (isAbsolute(word) || below.startsWith('..')) throw compileError('compiler/outside', name, word);
  // A folder on the way may be a link.
  const real = tryRealpath(dirname(included));
  if (real !== undefined && real !== join(realpathSync(home), dirname(below)))
    throw compileError('compiler/link', name, word);
}

/** A folder with other players isn't a private folder: their headers would be within reach. */
function mustBeAlone(name: string, word: string, home: string): void {
  if (readdirSync(home).some((each) => each !== name && PLAYER_ENDING.test(each)))
    throw compileError('compiler/neighbours', name, word);
}

const PLAYER_ENDING = /\.(cc|cpp|cxx|c|py|java|rs|go|[cm]?[jt]s|sh|pl|rb|lua|wasm)$/;

function isThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined;
  } catch (error) {
    // A path that we may not look at is assumed to exist.
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
