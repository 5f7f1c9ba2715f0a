import { isUtf8 } from 'node:buffer';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';

/** Maximum size of a file that a tool reads or writes, in bytes. */
const MAX_FILE_BYTES = 1 << 20;

/** Maximum length of a path, as on Linux. */
const MAX_PATH_BYTES = 4096;

/** Half of a surrogate pair. */
const HALF = /\p{Surrogate}/u;

/** Folders whose files other programs run. No tool writes into them. */
const FOREIGN_FOLDERS = ['.git', 'node_modules'];

/** The folder that a client works in. Tools reject paths that lead out of it. */
export class WorkFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = realpathSync(path);
  }

  /**
   * Returns a path relative to the folder, with `./` in front. The file may be missing.
   *
   * @throws UsageError if the path leads out of the folder, directly or through a link
   */
  inside(file: string): string {
    return this.find(file).path;
  }

  /**
   * Works like `inside`, for a file or folder that a tool writes.
   *
   * @throws UsageError also if the path is in `.git` or `node_modules`
   */
  output(file: string): string {
    const { path, real } = this.find(file);
    const foreign = `${path}/${real}`.toLowerCase().split(/[/\\]/);
    const found = FOREIGN_FOLDERS.find((name) => foreign.includes(name));
    if (found !== undefined) throw new UsageError(`${file} can’t be written: no tool writes into ${found}`);
    return path;
  }

  /**
   * Checks a folder into which a command writes files with names of its choice.
   *
   * @throws UsageError if the folder is a link or contains a link
   */
  checkLinkFree(folder: string): void {
    const path = join(this.path, this.output(folder));
    if (!isThere(path)) return;
    const entries = lstatSync(path).isDirectory() ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
    const link = lstatSync(path).isSymbolicLink() || entries.some((entry) => entry.isSymbolicLink());
    if (link)
      throw new UsageError(
        `${folder} is a link or contains one: remove the link, because a run writes into this folder`,
      );
  }

  /** Returns a file's text, or the names in a folder, one per line. Names of subfolders end with a slash. */
  read(file: string): string {
    const found = this.load(file);
    return typeof found === 'string' ? found : found.toString('utf8');
  }

  /** Returns a file's bytes, or the text with the names in a folder. */
  private load(file: string): Buffer | string {
    const path = join(this.path, this.inside(file));
    if (!existsSync(path)) throw new UsageError(`no such file: ${file}`);
    const found = statSync(path);
    if (found.isDirectory())
      return readdirSync(path, { withFileTypes: true })
        .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}\n`)
        .sort()
        .join('');
    if (!found.isFile()) throw new UsageError(`${file} is neither a file nor a folder`);
    if (found.size > MAX_FILE_BYTES)
      throw new UsageError(`${file} is too large: ${found.size} bytes, but at most ${MAX_FILE_BYTES} are allowed`);
    const bytes = readFileSync(path);
    if (bytes.includes(0)) throw new UsageError(`${file} isn’t a text file`);
    return bytes;
  }

  /** Writes a file and creates its parent folders. Replaces an older file in one step. */
  write(file: string, text: string): void {
    const size = Buffer.byteLength(text);
    if (size > MAX_FILE_BYTES)
      throw new UsageError(
        `the text of ${file} is too large: ${size} bytes, but at most ${MAX_FILE_BYTES} are allowed`,
      );
    if (HALF.test(text))
      throw new UsageError(`the text of ${file} contains half of a surrogate pair: write whole characters`);
    if (text.includes('\0')) throw new UsageError(`the text of ${file} can’t have a NUL character: read rejects it`);
    const path = join(this.path, this.output(file));
    if (existsSync(path) && !statSync(path).isFile()) throw new UsageError(`${file} exists but isn’t a regular file`);
    makeFolder(dirname(path));
    writeComplete(path, text);
  }

  /**
   * Replaces a passage of a file.
   *
   * @throws UsageError unless `old` occurs once
   */
  replace(file: string, old: string, fresh: string): void {
    if (old === '') throw new UsageError('the passage in “old” is empty');
    const bytes = this.load(file);
    if (typeof bytes === 'string') throw new UsageError(`${file} is a folder`);
    if (!isUtf8(bytes)) throw new UsageError(`${file} isn’t UTF-8 text: write the whole file`);
    const text = bytes.toString('utf8');
    const at = text.indexOf(old);
    const last = text.lastIndexOf(old);
    // UTF-8 has no form for half of a surrogate pair, so a file can't contain it.
    const isHalf = HALF.test(old);
    if (at < 0 || at !== last || isHalf) {
      const found = at < 0 || isHalf ? 'doesn’t occur' : 'occurs more than once';
      throw new UsageError(
        `the passage in “old” ${found} in ${file}: choose a passage that occurs exactly once, copied from the output of read`,
      );
    }
    this.write(file, `${text.slice(0, at)}${fresh}${text.slice(at + old.length)}`);
  }

  /** Copies a file, or a folder with its content, to a path that doesn't exist. */
  copy(from: string, to: string): void {
    const [source, target] = [this.inside(from), this.output(to)].map((path) => resolve(this.path, path));
    const found = statSync(source, { throwIfNoEntry: false });
    if (!found) throw new UsageError(`no such file: ${from}`);
    if (!found.isFile() && !found.isDirectory()) throw new UsageError(`${from} is neither a file nor a folder`);
    if (isThere(target)) throw new UsageError(`${to} already exists: choose another name`);
    const [realSource, realParent] = [from, to].map((path) => resolve(this.path, this.find(path).real));
    if (isBelow(target, source) || isBelow(realParent, realSource))
      throw new UsageError(`${to} is in ${from}: choose a path outside that folder`);
    makeFolder(dirname(target));
    cpSync(realSource, target, { recursive: true });
  }

  /** Returns two paths relative to the folder: the path as named, and the path to which its links lead. */
  private find(file: string): { readonly path: string; readonly real: string } {
    if (Buffer.byteLength(file) > MAX_PATH_BYTES)
      throw new UsageError(`a path can have at most ${MAX_PATH_BYTES} bytes: use a path such as Mine/Mine.py`);
    if (HALF.test(file)) throw new UsageError('a path can’t have half of a surrogate pair: use whole characters');
    if (file.includes('\0')) throw new UsageError('a path can’t have a NUL byte: use a path such as Mine/Mine.py');
    const full = resolve(this.path, file);
    // The real path of a new file depends on the deepest parent folder that exists.
    let there = full;
    while (!isThere(there)) there = dirname(there);
    const real = this.holds(full) && existsSync(there) ? realpathSync(there) : undefined;
    if (real === undefined || !this.holds(real))
      throw new UsageError(`${file} leads out of the folder: use a path in the folder, such as Mine/Mine.py`);
    return { path: `./${relative(this.path, full).split(sep).join('/')}`, real: relative(this.path, real) };
  }

  private holds(full: string): boolean {
    const way = relative(this.path, full);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  }
}

/** Checks whether a path is the folder, or is in it. */
const isBelow = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`);

/** Checks whether a path exists, even as a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
