import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { languageOf } from '../syntax/languages.ts';
import { MAX_CHARACTERS } from '../syntax/parser.ts';
import { stem } from './source-owner.ts';

/** A source and its origin. */
export interface FoundSource {
  /** The source's path. */
  readonly file: string;
  /** The owner: the file's name without extension, or the name of the file's folder. */
  readonly name: string;
  /** The version: the path in that folder, '' for a separate file. */
  readonly version: string;
  readonly text: string;
  /**
   * The time of submission as an ISO instant, if known. File dates aren't used, since they show when the files were
   * copied.
   */
  readonly at?: string;
}

export interface FolderSources {
  readonly sources: readonly FoundSource[];
  /** Files with a source's extension that were left out, one message each. */
  readonly left: readonly string[];
}

const MAX_FILES = 20_000;
const MAX_DEPTH = 8;

/**
 * Reads the sources of a folder. Each file directly in the folder belongs to a separate person. So does each subfolder:
 * each source in the subfolder is one version. Links, hidden files, and `node_modules` are skipped. `path` may be a
 * single source. Throws the system's error if a folder can't be read, and an error if there are too many files.
 */
export function readFolder(path: string): FolderSources {
  const left: string[] = [];
  const sources: FoundSource[] = [];
  const take = (file: string, name: string, version: string): void => {
    if (sources.length >= MAX_FILES) throw new Error(`${path} contains more than ${MAX_FILES} sources`);
    const text = readSource(file);
    if (typeof text === 'string') sources.push({ file, name, version, text });
    else left.push(`${file} is left out: ${text.problem}`);
  };
  if (!lstatSync(path).isDirectory()) {
    if (languageOf(path)) take(path, stem(basename(path)), '');
    else left.push(`${path} is left out: its extension doesn’t belong to a language that can be compared`);
    return { sources, left };
  }
  for (const entry of entriesOf(path)) {
    const file = join(path, entry.name);
    if (entry.isDirectory())
      for (const inside of sourcesBelow(file, 1))
        take(inside, entry.name, relative(file, inside).replaceAll('\\', '/'));
    else if (entry.isFile() && languageOf(entry.name)) take(file, stem(entry.name), '');
  }
  return { sources, left };
}

/** Returns the entries sorted by name, so that the order is the same on every machine. */
function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sourcesBelow(folder: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesBelow(path, depth + 1);
    return entry.isFile() && languageOf(entry.name) ? [path] : [];
  });
}

function readSource(file: string): string | { readonly problem: string } {
  if (lstatSync(file).size > 4 * MAX_CHARACTERS) return { problem: `it is longer than ${MAX_CHARACTERS >> 10} KiB` };
  const bytes = readFileSync(file);
  if (bytes.includes(0)) return { problem: 'it isn’t text' };
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
