import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { slugOf } from './pages.ts';

/** Where the repository can be examined; files that are no pages of the site are linked to there. */
export interface LinkTargets {
  /** The repository's folder. */
  readonly root: string;
  /** Pages of the site, by their file in the repository. */
  readonly pages: ReadonlySet<string>;
  /** The prefix of each address of the site, with slashes around. */
  readonly base: string;
  /** A file of the repository that is copied into the site, as its address below `base`; undefined for one that is not. */
  readonly asset: (file: string) => string | undefined;
  /** A lesson's text, as the address of its page below `base`. */
  readonly lesson: (file: string) => string | undefined;
}

/**
 * A page's Markdown with the links that it has in the repository turned into those of the site. Links to files that are neither pages nor
 * pictures lead to nowhere without the repository: they become their text in code marks.
 */
export function siteLinks(markdown: string, file: string, targets: LinkTargets): string {
  const folder = posix.dirname(file);
  let fenced = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) fenced = !fenced;
      return fenced ? line : line.replace(/(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g, rewrite);
    })
    .join('\n');

  function rewrite(whole: string, picture: string, text: string, link: string): string {
    if (/^(?:https?:|mailto:|#)/.test(link)) return whole;
    const [path, anchor] = link.split('#');
    const target = posix.normalize(posix.join(folder, path)).replace(/\/$/, '');
    if (!existsSync(`${targets.root}/${target}`)) throw new Error(`${file} links to ${link}, which is not there`);
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const page = targets.pages.has(target) ? `${slugOf(target)}/`.replace(/^\/$/, '') : targets.lesson(target);
    const address = page ?? targets.asset(target);
    if (address !== undefined) return `${picture}[${text}](${targets.base}${address}${hash})`;
    return picture ? text : text.startsWith('`') ? text : `${text} (\`${target}\`)`;
  }
}
