import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Unpublished files: tests and their helpers, pages (only their built form is published), and tools that measure or
 * build Ludus itself.
 */
const APART = [
  /\.test\.tsx?$/,
  /\/(?:testing|fixtures|golden|tests)\//,
  /\/testing\.ts$/,
  /\.tsx$/,
  /^packages\/(?:studio\/(?:app|board|climb|compare|cpp|data|duel|embed|games|match(?!\/(?:files|seen-text)\.ts$)|room|share(?!\/one-file\.ts$)|site)|viewer)\//,
  /^packages\/studio\/(?:views|cpp|matches|why|link)\.ts$/,
  /^packages\/[\w-]+\/(?:tsconfig|package)\.json$/,
  /^packages\/games\/[\w-]+\/view\//,
  // The lessons' players are part of the documentation; `ludus check` needs only one of their modules.
  /^packages\/games\/[\w-]+\/lessons\/(?!lessons\.ts$|[\w-]+\/lesson\.md$)/,
  /^packages\/contest\/pages\/(?!build\.ts$)/,
  /vite(?:-env)?\b.*\.ts$/,
  /^packages\/runtime\/cpython\/engine\/(?!engine\.wasm\.br$|LICENSE)/,
  /^packages\/runtime\/quickjs\/engine\/(?:include|build\.sh|quickjs\.patch|ludus\.c)/,
];

/** Pages and browser libraries that are also needed in Node. */
const WANTED = [
  // Modules that the contest's pages share with its load test.
  /^packages\/contest\/pages\/data\/(?!.*\.test\.ts$)[\w-]+\.ts$/,
  /^packages\/viewer\/(?:view|replay)\/[\w-]+\.ts$/,
  // Needed by matches with a person, which show a moment for as long as the viewer does.
  /^packages\/games\/[\w-]+\/view\/frame\.ts$/,
];

/** The published files of packages/ and the pages of docs/, as paths from the root with slashes. */
export function publishedFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'packages', ':(glob)docs/*.md'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return listed
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
    .filter((file) => WANTED.some((wanted) => wanted.test(file)) || !APART.some((apart) => apart.test(file)))
    .sort();
}

/** Whether a file is published as JavaScript. Samples become new players, so they are published unchanged. */
export const isModule = (file: string): boolean => /\.ts$/.test(file) && !/\.d\.ts$|\/samples\/|\/page\//.test(file);

/** The published name of a module. */
export const builtName = (file: string): string => (isModule(file) ? file.replace(/\.ts$/, '.js') : file);

/** The file to which a reference in a module points, as a path from the root; undefined if it isn't a file of Ludus. */
export function namedFile(word: string, from: string): string | undefined {
  const candidates =
    word.startsWith('./') || word.startsWith('../')
      ? [posix.join(dirname(from), word)]
      : word.startsWith('@ludus/')
        ? [entryFile(word)]
        : word.startsWith('ludus/')
          ? [entryFile(word), `packages/games/${word.slice('ludus/'.length)}/player/api.ts`]
          : [word];
  return candidates.find((file) => file.endsWith('.ts') && existsSync(join(ROOT, file)));
}

/**
 * The file of an entry in a package's `exports`: `@ludus/lab/serve-matches.ts` is
 * `packages/lab/batch/serve-matches.ts`.
 */
function entryFile(word: string): string {
  const [name, ...path] = word
    .replace(/^ludus\//, '@ludus/games/')
    .split('/')
    .slice(1);
  const manifest = join(ROOT, 'packages', name, 'package.json');
  const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const entry = path.join('/');
  return posix.join('packages', name, exports[`./${entry}`] ?? entry);
}

/** The import path from one file to another. */
export function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
