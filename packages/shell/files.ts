import {
  accessSync,
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
  EEXIST: 'there is a file in its place',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  EPERM: 'permission denied',
  ELOOP: 'its links lead in a circle',
};

export function errorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || message;
}

/**
 * A message if a file couldn't be read for a reason that the user can fix; undefined for other errors.
 */
export function fileProblem(error: unknown): string | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined || REASONS[code] === undefined) return undefined;
  return `cannot use ${path || 'the file'}: ${REASONS[code]}`;
}

/**
 * A file's bytes to its end, or a few more than `most` of them. The file may be a pipe or a device, which may have no end. A pipe
 * may be one that does not wait, and then says EAGAIN while nothing has come yet.
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
      // The error code of Windows at the end of a pipe.
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

/** How a message calls a file that is read. */
export const displayName = (file: string): string => (file === '-' ? 'standard input' : file);

/** Bytes that are read at once. */
const CHUNK = 2 ** 18;

/** Nothing longer is unpacked: a few hundred kilobytes of gzip may hold gigabytes. */
const MAX_UNPACKED_BYTES = 128 * 2 ** 20;

/**
 * Reads a text file, gunzipped if it is gzip by its first bytes, up to `most` bytes; '-' is standard input. Bytes become one character
 * each where they are not UTF-8.
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
    // Loaded only if there is something to decompress: it takes a tenth of the time of a short command.
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

/** The name under which `writeComplete` begins a file, another one each time. It stays if the process is killed. */
export const partialName = (file: string): string => `${file}.${Math.random().toString(36).slice(2)}.partial`;
/** The end of such a name. */
export const PARTIAL = /\.[0-9a-z]+\.partial$/;

/**
 * Writes a file in one step: it is there complete or, after an error, as it was before. A link stays, and what it leads to is written.
 * `-` is standard output.
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
    // A file or a link that is there already is never written through.
    partial = partialName(target);
    writeFileSync(partial, content, { flag: 'wx' });
    renameSync(partial, target);
  } catch (error) {
    if (partial !== undefined && existsSync(partial)) rmSync(partial);
    throw unwritable(file, error);
  }
}

/** Throws a `UsageError` if `writeComplete` could not write a file: to be asked before the work whose result goes into it. Nothing is written. */
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
  // Some file systems, /proc for one, say of a new file that it is not there.
  const where = existsSync(folder) ? REASONS.EROFS : `there is no folder ${folder}`;
  return new UsageError(`cannot write ${file}: ${isMissing ? where : errorReason(error)}`);
}

/**
 * Whether a path is a device or a pipe (such as `/dev/null`), or standard output. These take bytes as they come, and a file must
 * never replace them.
 */
export function isStream(file: string): boolean {
  if (file === '-') return true;
  if (!existsSync(file)) return false;
  const found = statSync(file);
  return !found.isFile() && !found.isDirectory();
}

/** Makes a folder, and those above it, unless it is there; throws a `UsageError` if nothing can be written into it. */
export function makeFolder(folder: string): void {
  try {
    makeEach(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    // Some file systems, /proc for one, say of a new folder that it is not there.
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? REASONS.EROFS : errorReason(error);
    throw new UsageError(`cannot write into the folder ${folder}: ${reason}`);
  }
}

/** As `mkdirSync` with `recursive`, which tries forever where a file system says ENOENT to a new folder, as /proc does. */
function makeEach(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeEach(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
  }
}
