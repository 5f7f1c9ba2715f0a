import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository, without a slash at the end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Files outside the product: tests, their helpers and fixtures, and benchmarks. */
const APART =
  /\.test\.tsx?$|\/(testing|fixtures|samples|bench)\/|\/testing\.ts$|commands\/bench\.ts$|^packages\/env\/python\//;

/** The repository's files that git tracks, or that are new. */
export function trackedFiles(ending: RegExp, folder = '.'): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(listed.split('\n'))].filter((file) => ending.test(file) && existsSync(`${ROOT}/${file}`));
}

/** The product's files below `packages/`. */
export function productFiles(ending: RegExp): string[] {
  return trackedFiles(ending, 'packages').filter((file) => !APART.test(file));
}

/** The packages by level, from the bottom up. Each imports only from lower levels (docs/architecture.md). */
export const LEVELS: readonly (readonly string[])[] = [
  ['kernel'],
  ['game'],
  ['shell', 'runtime', 'viewer', 'env'],
  ['referee'],
  ['lab'],
  ['games'],
  ['studio'],
  ['contest'],
  ['cli'],
];
