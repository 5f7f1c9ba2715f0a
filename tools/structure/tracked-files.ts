import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository, without a slash at the end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Files outside the product: tests, their helpers and fixtures, benchmarks. */
const APART =
  /\.test\.tsx?$|\/(testing|fixtures|samples|bench)\/|\/testing\.ts$|commands\/bench\.ts$|^packages\/env\/python\//;

/** The repository's files that are known to git or new. */
export function trackedFiles(ending: RegExp, folder = '.'): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(listed.split('\n'))].filter((file) => ending.test(file) && existsSync(`${ROOT}/${file}`));
}

/** Those below `packages/` that make up the product. */
export function productFiles(ending: RegExp): string[] {
  return trackedFiles(ending, 'packages').filter((file) => !APART.test(file));
}

/** The packages from the bottom up, by level: each imports only from levels below its own (docs/architecture.md). */
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
