import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import { Script } from 'node:vm';
import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';

/** The conditions that a file must meet before it is read. */
export interface WantedFile {
  /** Maximum size in bytes. */
  readonly most: number;
  /** Whether the path may be a link to the file. False if an untrusted user may have created the link. */
  readonly links: boolean;
}

/** Reasons why a file isn't read, as words that come after the file's name. */
const FILE_PROBLEMS = {
  'file/missing': () => 'does not exist',
  'file/link': () => 'is a symbolic link; only regular files are accepted',
  'file/folder': () => 'is a folder; only regular files are accepted',
  'file/special': () => 'is a device, a pipe, or a socket; only regular files are accepted',
  'file/long': (most: number) => `is longer than ${most / 2 ** 20} MiB`,
  'file/unreadable': (cause = 'for an unknown reason') => `cannot be read (${cause})`,
} satisfies Sentences;

type FileProblem = Problem & { readonly code: keyof typeof FILE_PROBLEMS };

/** A file's bytes, or an error in words that come after the file's name. */
export type FileReadResult =
  | { readonly ok: true; readonly bytes: Buffer; readonly mode: number }
  | { readonly ok: false; readonly problem: FileProblem };

/** Maximum size of a player's source, in bytes. */
export const SOURCE_BYTES = 2 ** 20;
/** Maximum size of a player's program or module, in bytes. */
export const PROGRAM_BYTES = 64 * 2 ** 20;

/**
 * Reads only a regular file. Opening a pipe may block forever, a device may be endless, and a link may lead anywhere.
 * The open file is checked again, because another file may have replaced the checked file.
 */
export function readRegular(path: string, { most, links }: WantedFile): FileReadResult {
  const before = links ? statSync : lstatSync;
  let file = -1;
  try {
    const odd = irregularity(before(path));
    if (odd !== undefined) return { ok: false, problem: odd };
    const { O_RDONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants;
    file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0) | (links ? 0 : (O_NOFOLLOW ?? 0)));
    const stats = fstatSync(file);
    const still = irregularity(stats);
    if (still !== undefined) return { ok: false, problem: still };
    const bytes = stats.size > most ? undefined : readAtMost(file, most, stats.size);
    if (bytes === undefined) return { ok: false, problem: problemOf(FILE_PROBLEMS, 'file/long', most) };
    return { ok: true, bytes, mode: stats.mode };
  } catch (error) {
    return { ok: false, problem: problemOfErrno(error as NodeJS.ErrnoException) };
  } finally {
    if (file >= 0) closeSync(file);
  }
}

/**
 * Reads a file; returns undefined if the file has more than `most` bytes. The kernel reports size 0 for its own files,
 * so `size` is only a hint.
 */
function readAtMost(file: number, most: number, size: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.alloc(Math.min(most + 1 - length, Math.max(65536, size - length + 1)));
    const read = readSync(file, chunk, 0, chunk.length, null);
    if (read === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
    length += read;
    if (length > most) return undefined;
  }
}

/** The reason why a file can't be read, if it isn't a regular file. */
function irregularity(stats: Stats): FileProblem | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isSymbolicLink()) return problemOf(FILE_PROBLEMS, 'file/link');
  return problemOf(FILE_PROBLEMS, stats.isDirectory() ? 'file/folder' : 'file/special');
}

function problemOfErrno({ code }: NodeJS.ErrnoException): FileProblem {
  if (code === 'ENOENT' || code === 'ENOTDIR') return problemOf(FILE_PROBLEMS, 'file/missing');
  if (code === 'ELOOP') return problemOf(FILE_PROBLEMS, 'file/link');
  return problemOf(FILE_PROBLEMS, 'file/unreadable', code);
}

/** Whether a file's text is a module, according to its imports and exports. */
export const isModuleText = (text: string): boolean =>
  /^[ \t]*(?:export\b|import[\s{*'"])/m.test(text) ||
  (/[;}][ \t]*(?:export\b|import[\s{*'"])/.test(text) && !isScript(text));

/**
 * Whether a text is a script rather than a module. Such a text may contain the word `export` in a comment or a string.
 */
export function isScript(text: string): boolean {
  try {
    new Script(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a package.json makes Node treat a module in this file as CommonJS. The package.json that `npm init` writes
 * does so.
 */
export function isTakenForCommonJs(file: string): boolean {
  if (!/\.[jt]s$/.test(file)) return false;
  const found = findPackageJSON('.', file);
  try {
    const { type } = found === undefined ? {} : JSON.parse(readFileSync(found, 'utf8'));
    return type === 'commonjs' && isModuleText(readFileSync(file, 'utf8'));
  } catch {
    // Node will report the error.
    return false;
  }
}
