import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// The lock files were made on one system, and must work on all systems. But npm silently omits packages for other
// systems if they were missing in the registry that day. `npm ci` then rejects the file on every system. CI installs
// both folders with `npm ci`.

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages in a folder's lock file, by path; the folder's package is ''. */
type Lock = Readonly<Record<string, LockedPackage>>;

/** The folders with a lock file: the workspace, and the documentation site. */
const FOLDERS = ['.', 'docs/site'];
const lockOf = (folder: string): Lock =>
  JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')).packages;
const SYSTEMS = ['linux', 'darwin', 'win32'];
const PROCESSORS = ['x64', 'arm64'];

/** The package that `name` resolves to from the package at `path`: next to it, or in a `node_modules` further up. */
function found(lock: Lock, path: string, name: string): LockedPackage | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const entry = lock[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (entry !== undefined || at === '') return entry;
    if (!at.includes('/node_modules/')) return lock[`node_modules/${name}`];
  }
}

describe.each(FOLDERS)('the lock file in %s', (folder) => {
  const lock = lockOf(folder);

  test('lists every optional dependency of every package', () => {
    const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => found(lock, path, name) === undefined)
        .map(([name, version]) => `${path}: ${name}@${version}`),
    );
    expect(missing).toEqual([]);
  });

  test('has a checksum for every package', () => {
    const bare = Object.entries(lock).filter(
      ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
    );
    expect(bare).toEqual([]);
  });

  test('contains a package’s native parts either for every system or for none', () => {
    const uneven = Object.entries(lock).flatMap(([path, { os, optionalDependencies = {} }]) => {
      // A package for one system depends only on packages for the same system.
      if (os) return [];
      const parts = Object.keys(optionalDependencies).map((name) => found(lock, path, name));
      const systems = SYSTEMS.filter((system) =>
        parts.some((part) => part?.cpu !== undefined && part.os?.includes(system)),
      );
      return systems.length % SYSTEMS.length === 0 ? [] : [`${path}: only ${systems.join(', ')}`];
    });
    expect(uneven).toEqual([]);
  });
});

// Tools with a native program for each system.
test.each([
  ['@biomejs/biome', '.'],
  ['rolldown', '.'],
  ['lightningcss', '.'],
  ['typescript', '.'],
  ['@astrojs/compiler-binding', 'docs/site'],
  ['rolldown', 'docs/site'],
  ['esbuild', 'docs/site'],
  ['pagefind', 'docs/site'],
])('the lock file in $1 has a part of $0 for every system and processor', (name, folder) => {
  const lock = lockOf(folder);
  const parts = Object.keys(lock[`node_modules/${name}`].optionalDependencies ?? {}).map(
    (part) => found(lock, `node_modules/${name}`, part)!,
  );
  const lacking = SYSTEMS.flatMap((system) => PROCESSORS.map((processor) => [system, processor]))
    .filter(([system, processor]) => !parts.some(({ os, cpu }) => os?.includes(system) && cpu?.includes(processor)))
    .map((pair) => pair.join(' '));
  expect(lacking).toEqual([]);
});

test('Node is installed by its install script, which has permission to run', () => {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(own.devDependencies.node).toBe(lockOf('.')['node_modules/node'].version);
  expect(own.allowScripts).toMatchObject({ node: true });
});
