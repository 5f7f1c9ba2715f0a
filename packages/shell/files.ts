import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './exit.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of the path isn’t a folder',
  EEXIST: 'a file with this name exists',
  EROFS: 'nothing can be written here',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  EPERM: 'permission denied',
  ELOOP: 'its links form a cycle',
};

export function errorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || message;
}

/** A message about why a file can't be used, if the user can fix the cause; undefined for other errors. */
export function fileProblem(error: unknown): string | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined || REASONS[code] === undefined) return undefined;
  return `cannot use ${path || 'the file'}: ${REASONS[code]}`;
}

/**
 * A file's bytes up to its end, or slightly more than `maxBytes` of them. The file may be a pipe or an endless device.
 * A non-blocking pipe reports EAGAIN while it is empty.
 */
function readAll(file: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let bytes = 0;
  while (true) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    try {
      const length = readSync(file, chunk);
      bytes += length;
      if (length > 0) chunks.push(chunk.subarray(0, length));
      if (length === 0 || bytes > maxBytes) return Buffer.concat(chunks);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // On Windows, reading at the end of a pipe fails with this code.
      if (code === 'EOF') return Buffer.concat(chunks);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function readFile(name: string, maxBytes: number): Buffer {
  const file = openSync(name, 'r');
  try {
    return readAll(file, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** The name of an input file, as messages show it. */
export const displayName = (file: string): string => (file === '-' ? 'standard input' : file);

/** Number of bytes per read. */
const CHUNK = 2 ** 18;

/** Limit on decompressed bytes, because a few hundred kilobytes of gzip may contain gigabytes. */
const MAX_UNPACKED_BYTES = 128 * 2 ** 20;

/**
 * Reads a text file of at most `maxBytes` bytes, decompressed if its first bytes are gzip's; '-' is standard input.
 * Bytes that aren't valid UTF-8 become U+FFFD.
 */
export function readText(file: string, maxBytes: number = MAX_UNPACKED_BYTES): string {
  const tooLong = `it is longer than ${Math.floor(maxBytes / 2 ** 20)} MiB`;
  let bytes: Buffer;
  try {
    bytes = file === '-' ? readAll(0, maxBytes) : readFile(file, maxBytes);
  } catch (error) {
    throw new UsageError(`cannot read ${displayName(file)}: ${errorReason(error)}`);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    // Loads this module only if there is something to decompress, because loading it takes a tenth of a short command's time.
    const { gunzipSync } = process.getBuiltinModule('node:zlib');
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === 'ERR_BUFFER_TOO_LARGE' ? tooLong : errorReason(error);
      throw new UsageError(`cannot unpack ${displayName(file)}: ${reason}`);
    }
  }
  if (bytes.length > maxBytes) throw new UsageError(`cannot read ${displayName(file)}: ${tooLong}`);
  return bytes.toString('utf8');
}

/**
 * The temporary name of a file during `writeComplete`. Each call returns a new name. If the process is killed, a file
 * with this name remains.
 */
export const partialName = (file: string): string => `${file}.${Math.random().toString(36).slice(2)}.partial`;
/** Matches the end of a name that `partialName` returns. */
export const PARTIAL = /\.[0-9a-z]+\.partial$/;

/**
 * Writes a file in one step: afterwards it is complete or, after an error, unchanged. If the path is a link, the link
 * stays, and its target is written. A file that is replaced keeps its mode. `-` is standard output.
 */
export function writeComplete(file: string, content: string | Uint8Array): void {
  if (file === '-') {
    process.stdout.write(content);
    return;
  }
  let partial: string | undefined;
  try {
    if (isStream(file)) {
      writeFileSync(file, content);
      return;
    }
    const target = existsSync(file) ? realpathSync(file) : file;
    // Never writes through an existing file or link.
    partial = partialName(target);
    writeFileSync(partial, content, { flag: 'wx' });
    const old = statSync(target, { throwIfNoEntry: false });
    if (old) chmodSync(partial, old.mode & 0o777);
    renameSync(partial, target);
  } catch (error) {
    if (partial !== undefined && existsSync(partial)) rmSync(partial);
    throw unwritable(file, error);
  }
}

/**
 * Throws a `UsageError` if `writeComplete` could not write a file. Writes nothing. Call this function before the work
 * that produces the content.
 */
export function checkWritable(file: string): void {
  if (isStream(file)) return;
  try {
    if (existsSync(file) && statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    accessSync(dirname(existsSync(file) ? realpathSync(file) : resolve(file)), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): UsageError {
  const folder = dirname(file);
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  // Some file systems, such as /proc, report ENOENT for a new file.
  const where = existsSync(folder) ? REASONS.EROFS : `there is no folder ${folder}`;
  return new UsageError(`cannot write ${file}: ${isMissing ? where : errorReason(error)}`);
}

/**
 * Whether a path is a device or a pipe (such as `/dev/null`), or standard output. Ludus writes to these directly, and
 * never replaces them with a file.
 */
export function isStream(file: string): boolean {
  if (file === '-') return true;
  if (!existsSync(file)) return false;
  const found = statSync(file);
  return !found.isFile() && !found.isDirectory();
}

/** Creates a folder and its parents if necessary; throws a `UsageError` if the folder is not writable. */
export function makeFolder(folder: string): void {
  try {
    makeEach(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    // Some file systems, such as /proc, report ENOENT for a new folder.
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? REASONS.EROFS : errorReason(error);
    throw new UsageError(`cannot write into the folder ${folder}: ${reason}`);
  }
}

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` would never end if a file system, such as /proc,
 * reports ENOENT for a new folder.
 */
function makeEach(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeEach(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
  }
}
