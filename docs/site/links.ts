import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { slugOf } from './pages.ts';

/** Public address of the repository, for links to files that aren't pages of the site. */
export interface LinkTargets {
  /** The repository's folder. */
  readonly root: string;
  /** Pages of the site, keyed by their file in the repository. */
  readonly pages: ReadonlySet<string>;
  /** The prefix of each address in the site, with slashes at both ends. */
  readonly base: string;
  /** The address, relative to `base`, of a repository file that is copied into the site; undefined for other files. */
  readonly asset: (file: string) => string | undefined;
  /** The address, relative to `base`, of a lesson's page, given the file with the lesson's text. */
  readonly lesson: (file: string) => string | undefined;
}

/**
 * Converts a page's links within the repository to links within the site. Any other link becomes its text, followed by
 * the file's path as inline code, because the site has no target for it. A picture without a target becomes its text.
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
    if (!existsSync(`${targets.root}/${target}`)) throw new Error(`${file} links to ${link}, which doesn’t exist`);
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const page = targets.pages.has(target) ? `${slugOf(target)}/`.replace(/^\/$/, '') : targets.lesson(target);
    const address = page ?? targets.asset(target);
    if (address !== undefined) return `${picture}[${text}](${targets.base}${address}${hash})`;
    return picture ? text : text.startsWith('`') ? text : `${text} (\`${target}\`)`;
  }
}
