import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownSections } from 'ludus/kit.ts';
import { KITS } from 'ludus/registry.ts';
import { Marked } from 'marked';
import type { Plugin } from 'vite';
import { foldersElsewhere } from './games-elsewhere.ts';

/** The module that loads pages of the documentation: `pages`, by game id, and `cpp`. */
const MODULE = 'virtual:guide';
const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
/** The page of the C++ API, for games whose C++ bots are compiled in the page. */
const CPP = 'cpp';

/**
 * Builds the rules of each game into the pages, as HTML that is loaded on demand. Each game's module exports `default`
 * (the full text), `lead` (the first paragraph), and `rest`. With `languages`, `pages` also contains translations as
 * `es/GAME`, for games whose pages are all in the folder `es`.
 */
export function guidePages(languages: readonly string[] = [], folders = foldersElsewhere()): Plugin {
  const texts = new Map([[CPP, () => readFileSync(join(DOCS, 'cpp.md'), 'utf8')]]);
  const add = (name: string, files: readonly string[], title?: string): void => {
    for (const language of ['', ...languages]) {
      const found = files.map((file) => join(dirname(file), language, basename(file)));
      if (language !== '' && !found.every((file) => existsSync(file))) continue;
      texts.set(language === '' ? name : `${language}/${name}`, () =>
        found.map((file) => rulesOf(file, title)).join('\n'),
      );
    }
  };
  for (const { game, pages = [`${game.id}.md`] } of KITS)
    add(
      game.id,
      pages.map((page) => join(DOCS, page)),
      game.title,
    );
  for (const folder of folders) add(basename(folder), [join(folder, `${basename(folder)}.md`)]);
  return {
    name: 'guide-pages',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) {
        const rows = [...texts.keys()].map((name) => `${JSON.stringify(name)}: () => import('${MODULE}/${name}')`);
        return `export const pages = { ${rows.join(', ')} };`;
      }
      const text = id.startsWith(`\0${MODULE}/`) ? texts.get(id.slice(MODULE.length + 2)) : undefined;
      return text && moduleOf(text());
    },
  };
}

const TITLES = KITS.map(({ game }) => game.title);

/** A page of rules. `title`: the game's title, to omit the sections about other games. */
function rulesOf(file: string, title: string | undefined): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return title === undefined ? text : ownSections(text, title, TITLES);
}

/**
 * Other pages and pictures aren't built into the pages, so a link to them becomes text. The surrounding page has the
 * first level of headings.
 */
const markdown = new Marked({
  renderer: {
    link: (_href, _title, text) => text,
    image: () => '',
    heading: (text, level) => `<h${Math.min(6, level + 1)}>${text}</h${Math.min(6, level + 1)}>\n`,
  },
});

/** Returns the code of a page's module. `lead` is the first paragraph, which explains how to play. */
function moduleOf(text: string): string {
  const tokens = markdown.lexer(text).filter(({ type }) => type !== 'space');
  const first = tokens.findIndex(({ type }) => type === 'heading') + 1;
  const last = tokens[first]?.type === 'paragraph' ? first + 1 : first;
  const parts = [tokens.slice(0, first), tokens.slice(first, last), tokens.slice(last)];
  const [title, lead, rest] = parts.map((part) => JSON.stringify(markdown.parser(part)));
  return `const title = ${title};\nexport const lead = ${lead};\nexport const rest = ${rest};\nexport default title + lead + rest;`;
}
