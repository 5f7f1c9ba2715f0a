import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { LEVELS, ROOT, trackedFiles } from './tracked-files.ts';

/** Maximum number of entries of a package. With more entries, a package has no clear interface. */
const MAX_ENTRIES = 10;

const PACKAGES = LEVELS.flat();
const nameOf = (folder: string): string => (folder === 'games' ? 'ludus' : `@ludus/${folder}`);
const folderOf = (file: string): string | undefined => /^packages\/(\w+)\//.exec(file)?.[1];

/** The specifiers of a package’s entries. */
function entriesOf(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(`${ROOT}/packages/${folder}/package.json`, 'utf8'));
  return Object.keys(exports).map((entry) => nameOf(folder) + entry.slice(1));
}

interface Import {
  readonly file: string;
  readonly specifier: string;
}

/** Modules, and pages with imports in their examples. */
const FILES = trackedFiles(/\.(?:[cm]?[jt]sx?|astro|md)$/).filter(
  (file) => !/\/(?:golden|dist)\/|\.min\.js$/.test(file),
);

const imports: readonly Import[] = FILES.flatMap((file) => {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport|\bresolve)\s*\(?\s*['"]([^'"\n]+)['"]/g);
  return [...found].map(([, specifier]) => ({ file, specifier: specifier.replace(/\?\w+$/, '') }));
});

/** Whether an entry, which may have one star, matches a specifier. */
function fits(entry: string, specifier: string): boolean {
  const [before, after] = entry.split('*');
  if (after === undefined) return entry === specifier;
  return specifier.startsWith(before) && specifier.endsWith(after) && specifier.length > before.length + after.length;
}

test.each(PACKAGES)('the package %s exports at most ten entries', (folder) => {
  expect(entriesOf(folder).length).toBeLessThanOrEqual(MAX_ENTRIES);
});

test.each(PACKAGES)('no module imports anything from the package %s that the package doesn’t export', (folder) => {
  const entries = entriesOf(folder);
  const inside = `packages/${folder}/`;
  const wrong = imports.flatMap(({ file, specifier }) => {
    if (specifier.startsWith(`${nameOf(folder)}/`))
      return entries.some((entry) => fits(entry, specifier)) ? [] : [`${file} → ${specifier}`];
    if (!specifier.startsWith('.') || folderOf(file) === folder || file.endsWith('.md')) return [];
    const path = posix.join(posix.dirname(file), specifier);
    return path.startsWith(inside) ? [`${file} → ${path}`] : [];
  });
  expect(wrong).toEqual([]);
});

test.each(PACKAGES)('each entry of the package %s is imported outside the package', (folder) => {
  const outside = imports.filter(({ file }) => folderOf(file) !== folder);
  const unused = entriesOf(folder).filter((entry) => !outside.some(({ specifier }) => fits(entry, specifier)));
  expect(unused).toEqual([]);
});
