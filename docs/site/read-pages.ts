import { readdirSync, readFileSync } from 'node:fs';
import { LESSON_PAGES } from './lesson-pages.ts';
import { type LinkTargets, siteLinks } from './links.ts';
import { SECTIONS, slugOf } from './pages.ts';
import { BASE } from './relative.ts';
import { ROOT } from './root.ts';

/** The home page of the site. */
const HOME = 'README.md';

/** A page in the form that Starlight expects. */
export interface Page {
  readonly id: string;
  readonly data: { readonly title: string; readonly [key: string]: unknown };
  /** The page's Markdown without the heading that is its title. */
  readonly body: string;
}

/** All files that are pages: those in the menu, and the decisions, which are linked from their list. */
export function pageFiles(): string[] {
  const decisions = readdirSync(`${ROOT}/docs/decisions`).map((name) => `docs/decisions/${name}`);
  return [...new Set([HOME, ...SECTIONS.flatMap(({ files }) => files), ...decisions])];
}

/** The address of a picture in the site: `docs/pictures/madmax.png` → `pictures/madmax.png`. */
export const pictureOf = (file: string): string | undefined =>
  /\.(?:png|svg)$/.test(file) ? `pictures/${file.slice(file.lastIndexOf('/') + 1)}` : undefined;

function targets(): LinkTargets {
  return {
    root: ROOT,
    pages: new Set(pageFiles()),
    base: BASE,
    asset: pictureOf,
    lesson: (file: string) => LESSON_PAGES.find((page) => page.file === file)?.slug.concat('/'),
  };
}

export function readPages(): Page[] {
  const links = targets();
  return pageFiles()
    .filter((file) => file !== HOME)
    .map((file) => readPage(file, slugOf(file), links));
}

/** The home page of the site. The site shows a match instead of the picture. */
export const readHome = (): Page[] => {
  const page = readPage(HOME, 'home', targets());
  return [{ ...page, body: page.body.replace(/^!\[.*\]\(.*\)$/m, '') }];
};

function readPage(file: string, id: string, links: LinkTargets): Page {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const [heading, title] = /^# (.*)$/m.exec(text) ?? [];
  if (heading === undefined) throw new Error(`${file} has no heading`);
  return {
    id,
    data: { title: title.replaceAll('`', ''), tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 } },
    body: siteLinks(text.replace(heading, ''), file, links),
  };
}

/** The lessons' texts, each of which is followed by the goal and the players. */
export function readLessons(): Page[] {
  const links = targets();
  return LESSON_PAGES.map(({ file, slug, label }) => ({
    id: slug,
    data: { title: label },
    body: siteLinks(readFileSync(`${ROOT}/${file}`, 'utf8'), file, links),
  }));
}
