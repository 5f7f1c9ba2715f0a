import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { CompileError } from './compiler-error.ts';
import type { CppGame, CppSdk } from './cpp-sdk.ts';
import { readRegular, SOURCE_BYTES } from './regular-file.ts';

/** A player's source file with everything of its own folder that it includes. */
export interface CppSource {
  /** As messages name it: without its folder. */
  readonly name: string;
  readonly folder: string;
  /** One character a byte. */
  readonly text: string;
  /** Files beside it that it includes, their paths and contents; ours come before them. */
  readonly includes: readonly { readonly path: string; readonly text: string }[];
}

/** All files of a source together are not longer than this, and not more than this. */
const ALL_BYTES = 4 * 2 ** 20;
const MOST_FILES = 100;

export interface SourceOptions {
  /**
   * The source is a stranger's: it is plain files in a folder of its own. What lies elsewhere, links, and the files of other players
   * are not read for it.
   */
  readonly stranger?: boolean;
}

/**
 * Reads a player's file for a game, and what it includes with quotes. `ownHeaders`: they come from us, whatever lies beside the player. What
 * is no plain file, or too long, is a CompileError in one sentence.
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
  if (!whole.ok) throw new CompileError(`${name} ${whole.why}`);
  // One character a byte: comments may be in any encoding, and the compiler gets the bytes as they were.
  const text = whole.bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const includes = new Map<string, string>();
  let bytes = text.length;
  const follow = (contents: string, folder: string): void => {
    for (const [, word] of withoutComments(contents).matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)) {
      const included = resolve(folder, word);
      if (ownHeaders.test(basename(word)) || included === path || includes.has(included)) continue;
      if (stranger) mustBeOwn(name, word, home, included);
      // What is not beside it may be the system's.
      if (!isThere(included)) continue;
      if (stranger) mustBeAlone(name, word, home);
      const inside = readRegular(included, { most: SOURCE_BYTES, links });
      if (!inside.ok) throw new CompileError(`${name} includes ${word}, which ${inside.why}`);
      bytes += inside.bytes.length;
      if (bytes > ALL_BYTES || includes.size === MOST_FILES)
        throw new CompileError(
          `${name} includes more than ${MOST_FILES} files or ${ALL_BYTES / 2 ** 20} MiB of source in all`,
        );
      includes.set(included, inside.bytes.toString('latin1'));
      follow(includes.get(included)!, dirname(included));
    }
  };
  follow(text, home);
  return {
    name,
    folder: home,
    text,
    includes: [...includes].map(([included, contents]) => ({ path: included, text: contents })),
  };
}

/** Refuses what lies outside a stranger's folder, whether it is there or not: the answer would tell. */
function mustBeOwn(name: string, word: string, home: string, included: string): void {
  const below = relative(home, included);
  if (isAbsolute(word) || below.startsWith('..'))
    throw new CompileError(`${name} includes ${word}, which is outside of its folder`);
  // A folder on the way may be a link.
  const real = tryRealpath(dirname(included));
  if (real !== undefined && real !== join(realpathSync(home), dirname(below)))
    throw new CompileError(`${name} includes ${word}, which is reached by a link`);
}

/** A folder in which other players lie, too, is no folder of its own: their headers would be in reach. */
function mustBeAlone(name: string, word: string, home: string): void {
  if (readdirSync(home).some((each) => each !== name && PLAYER_ENDING.test(each)))
    throw new CompileError(
      `${name} includes ${word}, but other programs lie in its folder: a player of more than one file needs a folder of its own`,
    );
}

const PLAYER_ENDING = /\.(cc|cpp|cxx|c|py|java|rs|go|[cm]?[jt]s|sh|pl|rb|lua|wasm)$/;

function isThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined;
  } catch (error) {
    // What may not be looked at is there, as far as we know.
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

/** Does the player throw or catch anything, as far as its words tell? */
export function usesExceptions(source: CppSource): boolean {
  return [source.text, ...source.includes.map(({ text }) => text)].some((text) =>
    /\b(?:try|catch|throw)\b/.test(withoutComments(text)),
  );
}

/**
 * The hash tables of a source that it goes through from begin to end, as far as its words tell: their order is the library's own, and
 * WebAssembly players have another library than native ones. The names as they stand in the source.
 */
export function walkedTables(source: CppSource): string[] {
  const text = [source.text, ...source.includes.map((each) => each.text)].map(withoutComments).join('\n');
  const types = new Set(['unordered_map', 'unordered_set', 'unordered_multimap', 'unordered_multiset']);
  for (const [, name] of text.matchAll(/\btypedef\s+(?:std::)?unordered_\w+\s*<[^;]*>\s*(\w+)\s*;/g)) types.add(name);
  for (const [, name] of text.matchAll(/\busing\s+(\w+)\s*=\s*(?:std::)?unordered_\w+\s*</g)) types.add(name);
  const tables = new Set<string>();
  for (const type of types)
    for (const { index } of text.matchAll(new RegExp(`\\b${type}\\b`, 'g'))) {
      const rest = afterArguments(text, index + type.length);
      for (const [, name] of /^[\s&*]*(\w+(?:\s*,\s*\w+)*)/.exec(rest)?.[1].matchAll(/(\w+)/g) ?? []) tables.add(name);
    }
  return [...tables].filter((name) =>
    new RegExp(
      `:\\s*(?:this->|\\w+\\.)?${name}\\s*\\)|\\b${name}\\s*(?:\\.|->)\\s*c?begin\\s*\\(|\\bbegin\\s*\\(\\s*${name}\\s*\\)`,
    ).test(text),
  );
}

/** What follows the template arguments that begin at an index, if any do. */
function afterArguments(text: string, at: number): string {
  let depth = 0;
  let end = at;
  for (; end < Math.min(text.length, at + 1000); end++) {
    if (text[end] === '<') depth++;
    else if (text[end] === '>') depth--;
    else if (depth === 0 && /\S/.test(text[end])) break;
  }
  return text.slice(end, end + 200);
}

function withoutComments(text: string): string {
  return text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
}

/** The game that a source was written for, by the words that it uses; undefined where they do not tell. */
export function gameOf(source: CppSource, games: readonly CppGame[]): CppGame | undefined {
  const text = withoutComments(source.text);
  const counts = games.map((game) => ({ game, count: text.match(game.sdk.words)?.length ?? 0 }));
  counts.sort((a, b) => b.count - a.count);
  return counts.length > 0 && counts[0].count > (counts[1]?.count ?? 0) ? counts[0].game : undefined;
}
