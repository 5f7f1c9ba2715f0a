import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { KITS } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guidePages } from './guide-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'Nim'));
const id = basename(folder);
beforeAll(() => {
  mkdirSync(join(folder, 'es'));
  writeFileSync(join(folder, `${id}.md`), '# Nim: rules\n');
  writeFileSync(join(folder, `es/${id}.md`), '# Nim: reglas\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The text that the plugin generates for a module. */
function loaded(languages: readonly string[], module: string): string {
  const { load } = guidePages(languages, [folder]) as unknown as { load(id: string): string };
  return load(`\0virtual:guide${module}`);
}
const names = (languages: readonly string[]): string[] =>
  [...loaded(languages, '').matchAll(/"([^"]+)": \(/g)].map(([, name]) => name);

test('the pages include each game in English, and in each language that has all of the game’s pages', () => {
  const english = KITS.map(({ game }) => game.id);
  expect(names([])).toEqual(['cpp', ...english, id]);
  const translated = names(['ca', 'es']).filter((name) => name.includes('/'));
  // The rules of games with hidden information aren't translated yet.
  const both = english.filter((game) => !['periscope', 'talltales'].includes(game));
  expect(translated.sort()).toEqual([...both.flatMap((game) => [`ca/${game}`, `es/${game}`]), `es/${id}`].sort());
});

test('a page starts with a lead of three to nine sentences, followed by the rest', async () => {
  for (const name of names(['ca', 'es']).filter((each) => !['cpp', id].includes(basename(each)))) {
    const source = loaded(['ca', 'es'], `/${name}`);
    const { default: all, lead, rest } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const sentences = lead.replaceAll(/<[^>]+>/g, '').split(/(?<=\.)\s/);
    expect(sentences.length, name).toBeGreaterThanOrEqual(3);
    expect(sentences.length, name).toBeLessThanOrEqual(9);
    expect(lead, name).not.toMatch(/\.md|§|<code>/);
    expect(rest, name).not.toContain(lead);
    expect(all, name).toMatch(/^<h2>/);
    expect(all.endsWith(lead + rest), name).toBe(true);
  }
});

test('a page is in the language of its path, and has no pictures', () => {
  expect(loaded(['es'], `/es/${id}`)).toContain('<h2>Nim: reglas</h2>');
  expect(loaded(['es'], `/${id}`)).toContain('<h2>Nim: rules</h2>');
  const page = loaded(['es'], '/es/madmax');
  expect(page).toContain('<h2>Mad Max: reglas</h2>');
  expect(page).toContain('<h2>Mad Max y Star War: reglas compartidas</h2>');
  expect(page).not.toContain('pictures/');
});
