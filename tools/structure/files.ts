import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository, without a slash at the end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** What is no part of the product: tests, their helpers and fixtures, benchmarks. */
const APART = /\.test\.tsx?$|\/(testing|fixtures|samples|bench)\/|\/testing\.ts$|^packages\/env\/python\//;

/** The files below `packages/` that are known to git or new, and make up the product. */
export function productFiles(ending: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(listed.split('\n'))].filter(
    (file) => ending.test(file) && !APART.test(file) && existsSync(`${ROOT}/${file}`),
  );
}
