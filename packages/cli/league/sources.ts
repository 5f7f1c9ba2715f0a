import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';
import type { SourceFile } from '@ludus/lab/league.ts';
import type { PlayerDescription } from '@ludus/lab/results.ts';
import { readRegular } from '@ludus/runtime/files.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { distinctNames } from '../lab/setup.ts';

/** A bot of a league, as named on the command line. */
export interface LeagueBot {
  readonly name: string;
  readonly kind: 'folder' | 'file' | 'built-in';
  /** An absolute path, or the name of a built-in bot. */
  readonly source: string;
}

/**
 * Returns the built-in bot that has this name in a league; undefined if the game has no such bot. If a bot plays twice,
 * its names in the league end with a number.
 */
export function builtInNamed(name: string, { players }: AnyKit): string | undefined {
  return [name, name.replace(/#\d+$/, '')].find((each) => players.some((player) => player.name === each));
}

/** Returns the bots that the arguments name. Throws a `UsageError` for a missing bot. */
export function leagueBots(words: readonly string[], { game, players }: AnyKit): LeagueBot[] {
  const found = words.map((word): PlayerDescription & Omit<LeagueBot, 'name'> => {
    const path = resolve(word);
    if (!existsSync(path)) {
      if (!players.some(({ name }) => name === word))
        throw new UsageError(`no such folder, file, or built-in bot of ${game.title}: ${word}`);
      return { name: word, spec: word, fingerprint: '', kind: 'built-in', source: word };
    }
    if (statSync(path).isDirectory())
      return { name: nameFrom(basename(path)), spec: path, fingerprint: '', kind: 'folder', source: path };
    const name = nameFrom(basename(path, extname(path)));
    return { name, spec: path, fingerprint: '', kind: 'file', source: path };
  });
  return distinctNames(found).map(({ name }, i) => ({ name, kind: found[i].kind, source: found[i].source }));
}

/** Limits for the source files of one bot. */
export const SOURCE_LIMITS = { bytes: 64 * 2 ** 20, files: 5000, depth: 16 };

/** Reasons why a league cannot copy a bot's source files. */
const SOURCES_PROBLEMS = {
  'sources/file': (file: string, why: string) => `${file} ${why}`,
  'sources/depth': () => `it has more than ${SOURCE_LIMITS.depth} levels of folders`,
  'sources/count': () => `it has more than ${SOURCE_LIMITS.files} files`,
  'sources/size': () => `its files have more than ${SOURCE_LIMITS.bytes / 2 ** 20} MiB in total`,
} satisfies Sentences;

/** Thrown if a league can't copy a bot's source files. The message is for users. */
export class SourcesRejectedError extends Error {
  readonly code: keyof typeof SOURCES_PROBLEMS;
  constructor({ code, message }: Problem & { readonly code: keyof typeof SOURCES_PROBLEMS }) {
    super(message);
    this.code = code;
  }
}

/** Folders of tools, which a league doesn't copy. */
const NOT_SOURCES = new Set(['node_modules', '__pycache__', '.git', '.venv', 'runs', 'target']);

/**
 * Reads the source files of a bot: the regular files in its folder, or its only file. Doesn't follow links in the
 * folder. Throws a `SourcesRejectedError` if the files exceed the limits, or if the only file can't be read.
 */
export function readSources(source: string): SourceFile[] {
  if (!statSync(source).isDirectory()) {
    const read = readRegular(source, { most: SOURCE_LIMITS.bytes, links: true });
    if (!read.ok) throw rejectedSources('sources/file', basename(source), read.problem.message);
    return [{ path: basename(source), bytes: read.bytes }];
  }
  const files: SourceFile[] = [];
  let room = SOURCE_LIMITS.bytes;
  const walk = (folder: string, prefix: string, depth: number): void => {
    if (depth > SOURCE_LIMITS.depth) throw rejectedSources('sources/depth');
    for (const { name } of listed(folder)) {
      const file = join(folder, name);
      const stats = lstatSync(file, { throwIfNoEntry: false });
      if (stats?.isDirectory()) {
        if (!NOT_SOURCES.has(name)) walk(file, `${prefix}${name}/`, depth + 1);
        continue;
      }
      if (!stats?.isFile()) continue;
      const read = readRegular(file, { most: room, links: false });
      if (!read.ok && stats.size >= room) throw rejectedSources('sources/size');
      if (!read.ok) continue;
      room -= read.bytes.length;
      files.push({ path: `${prefix}${name}`, bytes: read.bytes });
      if (files.length > SOURCE_LIMITS.files) throw rejectedSources('sources/count');
    }
  };
  walk(source, '', 1);
  return files;
}

const rejectedSources = <Code extends keyof typeof SOURCES_PROBLEMS>(
  code: Code,
  ...values: Parameters<(typeof SOURCES_PROBLEMS)[Code]>
): SourcesRejectedError => new SourcesRejectedError(problemOf(SOURCES_PROBLEMS, code, ...values));

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/**
 * Returns the size of a folder in bytes, without links and unreadable files. Stops counting beyond the limit for a
 * bot's source files.
 */
export function folderSize(folder: string, depth = 0): number {
  let bytes = 0;
  for (const { name } of depth > SOURCE_LIMITS.depth ? [] : listed(folder)) {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    bytes += stats?.isDirectory() ? folderSize(join(folder, name), depth + 1) : (stats?.size ?? 0);
    if (bytes > SOURCE_LIMITS.bytes) break;
  }
  return bytes;
}

/** Writes source files into a folder, completely or not at all. Replaces earlier content. */
export function writeSources(files: readonly SourceFile[], folder: string): void {
  const partial = join(dirname(folder), `.${basename(folder)}.partial`);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const { path, bytes } of files) {
    const file = join(partial, path);
    mkdirSync(dirname(file), { recursive: true });
    const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
    writeFileSync(file, bytes, { mode: isScript ? 0o755 : 0o644 });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

/** Checks whether a file in a bot's folder can be the bot's main file. */
export const canBeBot = (path: string): boolean => !path.includes('/') && BOT_FILE.test(path) && !NO_BOT.test(path);

const BOT_FILE = /\.(?:cc|cpp|cxx|[cm]?[jt]s|py|java|rs|go|wasm)$/;
const NO_BOT = /\.(?:d|test|spec|config)\.[cm]?[jt]s$|^test_.*\.py$|^setup\.py$/;

/**
 * Finds the bot's file in a folder: the only candidate outside of the game's library. If there are several candidates,
 * returns the file named after the folder. If there is no such file, returns the reason.
 */
export function botFile(
  files: readonly SourceFile[],
  bot: string,
  { samples = {} }: AnyKit,
): { readonly ok: true; readonly file: string } | { readonly ok: false; readonly why: string } {
  const library = new Set(Object.values(samples).flatMap(({ beside = [] }) => beside.map((file) => basename(file))));
  const possible = files.map(({ path }) => path).filter(canBeBot);
  if (possible.length === 1) return { ok: true, file: possible[0] };
  const own = possible.filter((path) => !library.has(path));
  if (own.length === 1) return { ok: true, file: own[0] };
  const bare = (path: string) =>
    path
      .replace(/\.\w+$/, '')
      .replace(/^AI/, '')
      .toLowerCase();
  const named = own.filter((path) => bare(path) === bot.toLowerCase());
  if (named.length === 1) return { ok: true, file: named[0] };
  const why =
    own.length === 0
      ? 'the folder has no file that can be a bot'
      : `the folder has several files that can be the bot, and none is named after the folder: ${own.join(', ')}`;
  return { ok: false, why };
}
