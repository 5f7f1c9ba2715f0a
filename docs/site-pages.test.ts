import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../tools/structure/tracked-files.ts';
import { GENERATED, SECTIONS, slugOf } from './site/pages.ts';
import { inMarkup, inScript } from './site/relative.ts';

const files = SECTIONS.flatMap((section) => section.files);

test('the site’s menu lists every page in docs once', () => {
  const pages = readdirSync(`${ROOT}/docs`).filter((name) => name.endsWith('.md'));
  const named = files.filter((file) => file.startsWith('docs/') && !file.startsWith(GENERATED));
  expect([...named].sort()).toEqual([...pages, 'decisions/README.md'].map((name) => `docs/${name}`).sort());
  expect(new Set(files.map(slugOf)).size).toBe(files.length);
});

test('each page in the site’s menu has a title', () => {
  for (const file of files.filter((each) => !each.startsWith(GENERATED)))
    expect(readFileSync(`${ROOT}/${file}`, 'utf8'), file).toMatch(/^# \S/m);
});

test('addresses become relative to the page or the script that contains them', () => {
  expect(inMarkup('<a href="/__site__/cpp/#a"><a href="/__site__/"><a href="/__site__">', '../')).toBe(
    '<a href="../cpp/#a"><a href="../"><a href="../">',
  );
  const script = inScript('f("/__site__/pagefind/x.js","/__site__/")', '../');
  expect(script).toBe(
    'f((new URL("../pagefind/x.js",import.meta.url).pathname),(new URL("../",import.meta.url).pathname))',
  );
});

test('the site’s lock file contains the optional packages for every operating system', () => {
  const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
    readFileSync(`${ROOT}/docs/site/package-lock.json`, 'utf8'),
  );
  const paths = Object.keys(lock.packages);
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !paths.some((each) => each.endsWith(`node_modules/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
