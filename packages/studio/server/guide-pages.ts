import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownSections } from 'ludus/kit.ts';
import { KITS } from 'ludus/registry.ts';
import { Marked } from 'marked';
import type { Plugin } from 'vite';
import { foldersElsewhere } from './games-elsewhere.ts';

/** The module that fetches pages of the documentation: `pages`, by game's id, and `cpp`. */
const MODULE = 'virtual:guide';
const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
/** The page of the C++ API, for the games that compile bots in the page. */
const CPP = 'cpp';

/** Builds the rules of each game into the pages, as HTML that is fetched when an editor is opened. */
export function guidePages(folders: readonly string[] = foldersElsewhere()): Plugin {
  const texts = new Map<string, () => string>([
    ...KITS.map((kit): [string, () => string] => [
      kit.game.id,
      () => (kit.pages ?? [`${kit.game.id}.md`]).map((page) => rulesOf(join(DOCS, page), kit.game.title)).join('\n'),
    ]),
    ...folders.map((folder): [string, () => string] => {
      const file = join(folder, `${basename(folder)}.md`);
      return [basename(folder), () => (existsSync(file) ? readFileSync(file, 'utf8') : '')];
    }),
    [CPP, () => readFileSync(join(DOCS, 'cpp.md'), 'utf8')],
  ]);
  return {
    name: 'guide-pages',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) {
        const rows = [...texts.keys()].map((name) => `${JSON.stringify(name)}: () => import('${MODULE}/${name}')`);
        return `export const pages = { ${rows.join(', ')} };`;
      }
      const text = id.startsWith(`\0${MODULE}/`) ? texts.get(id.slice(MODULE.length + 2)) : undefined;
      return text && `export default ${JSON.stringify(htmlOf(text()))};`;
    },
  };
}

const rulesOf = (file: string, title: string): string =>
  existsSync(file)
    ? ownSections(
        readFileSync(file, 'utf8'),
        title,
        KITS.map(({ game }) => game.title),
      )
    : '';

/** Other pages and pictures aren't there: a link is its text. The page around it has the first level of headings. */
const markdown = new Marked({
  renderer: {
    link: (_href, _title, text) => text,
    image: () => '',
    heading: (text, level) => `<h${Math.min(6, level + 1)}>${text}</h${Math.min(6, level + 1)}>\n`,
  },
});

const htmlOf = (text: string): string => markdown.parse(text, { async: false }) as string;
