import { existsSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, trackedFiles } from '../tools/structure/tracked-files.ts';
import { readDocument } from './document.ts';

// The pages, sections, and files of the project that comments and pages cite exist.

const SOURCES = [
  '.ts',
  '.tsx',
  '.js',
  '.css',
  '.html',
  '.py',
  '.java',
  '.go',
  '.rs',
  '.cc',
  '.hh',
  '.hpp',
  '.h',
  '.txt',
];

const everything = trackedFiles(/./);
const atRoot = everything.filter((file) => !file.includes('/'));
const files = everything.filter((file) => file.includes('/') && !file.startsWith('.'));
const known = new Set(everything.map((file) => basename(file)));
const sources = [...files, ...atRoot].filter((file) => SOURCES.includes(extname(file)));

/** File names of bots that appear in comments only as examples. */
const EXAMPLES = new Set([
  'Mine.ts',
  'search.ts',
  'AIFoo.cc',
  'AIMine.cc',
  'AINAME.cc',
  'grid.hh',
  'helper.ts',
  'helper.hh',
  'summary.md',
]);

const pages = [...files, ...atRoot].filter((file) => file.endsWith('.md'));

/** The text of a source file in which the lines of each comment are joined, so that a citation may span two lines. */
const joined = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8').replace(/\n\s*(\*|\/\/|#) ?/g, ' ');

/** `docs/arena.md §2, §3` or `[arena](arena.md) §2`: the page and the sections. */
const CITATION = /(?:docs\/|\]\((?:docs\/|\.\.\/)?)([\w-]+\.md)\)?((?:,? §\d+(?:\.\d+)*)*)/g;

/** The errors in the citations of a text, as `page §section`. */
function missingSections(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, page, numbers]) => {
    if (!existsSync(`${ROOT}/docs/${page}`)) return known.has(page) ? [] : [page];
    const { sections } = readDocument(page);
    return [...numbers.matchAll(/§([\d.]+)/g)].filter(([, n]) => !sections.has(n)).map(([, n]) => `${page} §${n}`);
  });
}

test('each page section that a source file cites exists', () => {
  const missing = sources.flatMap((file) => missingSections(joined(file)).map((what) => `${file}: ${what}`));
  expect(missing).toEqual([]);
});

test('each section that a page cites exists, including sections of the same page', () => {
  const missing = pages.flatMap((file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    const own = file.startsWith('docs/') ? text.replace(CITATION, '') : '';
    const bare = [...own.matchAll(/§(\d+(?:\.\d+)*)/g)].filter(
      ([, number]) => !readDocument(file.slice('docs/'.length)).sections.has(number),
    );
    return [...missingSections(text), ...bare.map(([cited]) => cited)].map((what) => `${file}: ${what}`);
  });
  expect(missing).toEqual([]);
});

test('no comment refers to “the statement” or “the spec” instead of a rules page', () => {
  const found = sources.flatMap((file) =>
    [...commentsOf(file).matchAll(/\b(the|a|its) (statements?|spec|specification)\b|\((statement|spec)[,:)]/gi)].map(
      ([words]) => `${file}: ${words}`,
    ),
  );
  expect(found).toEqual([]);
});

test('each project file that a page or a comment names exists', () => {
  const missing = [...sources, ...pages].flatMap((file) => {
    const text = file.endsWith('.md') ? readFileSync(`${ROOT}/${file}`, 'utf8') : commentsOf(file);
    const paths = [...text.matchAll(/(?<![\w./@-])(?:packages|players|boards|sdk|docs|e2e|bench|tools)\/[\w./-]*\w/g)]
      .map(([path]) => path)
      .filter((path) => !isThere(path));
    const names = file.endsWith('.md') ? /(?<![\w./<>-])[\w-]+\.md\b/g : /(?<![\w./<>-])\w[\w-]*\.(md|tsx?|hh|cc)\b/g;
    const loose = [...text.matchAll(names)]
      .map(([name]) => name)
      .filter((name) => !known.has(name) && !EXAMPLES.has(name));
    return [...paths, ...loose].map((what) => `${file}: ${what}`);
  });
  expect(missing).toEqual([]);
});

test('each relative link on a page leads to an existing file or heading', () => {
  const missing = pages.flatMap((file) => {
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
    return [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link]) => link)
      .filter((link) => !leads(folder, file, link))
      .map((link) => `${file}: ${link}`);
  });
  expect(missing).toEqual([]);
});

/**
 * Whether the project has this path, a file whose path contains it (such as `sdk/cpp`), or a file or board whose name
 * starts with it. Build results are always accepted.
 */
function isThere(path: string): boolean {
  if (/\/dist(\/|$)/.test(path) || existsSync(`${ROOT}/${path}`)) return true;
  const board = path.replace(/^boards\/(\w+)/, 'packages/games/$1/boards');
  return files.some((file) => file.startsWith(`${path}.`) || file.includes(`/${path}`) || file.startsWith(board));
}

/** The comments in a source file. Strings are left out, because they may name files that don't exist. */
function commentsOf(file: string): string {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const hashes = ['.py', '.txt'].includes(extname(file));
  const comments = hashes ? /(?:^|\s)#.*|"""[\s\S]*?"""/g : /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
  return [...text.matchAll(comments)].map(([comment]) => comment).join('\n');
}

function leads(folder: string, file: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const target = path === '' ? file : `${folder}${path}`;
  if (!existsSync(`${ROOT}/${target}`)) return false;
  if (anchor === undefined) return true;
  const headings = readFileSync(`${ROOT}/${target}`, 'utf8').matchAll(/^#+ (.*)$/gm);
  // GitHub and other sites derive a heading's anchor in this way.
  const anchors = [...headings].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return anchors.includes(anchor);
}
