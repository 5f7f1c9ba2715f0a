/**
 * One application in several dresses: `ludus open` serves it as the studio, with a folder and processes. `ludus site build` makes
 * it the playground, which consists of files. Its players run in separate engines and are counted in fuel.
 */
export const isPlayground: boolean = document.documentElement.dataset.dress === 'playground';

/** Of a contest's server that has this page: the address of its contests, without `/` at the end. */
export const CONTESTS: string | undefined = document.documentElement.dataset.contests;

/** Where the page's files are. */
export const BASE: string = new URL('./', document.baseURI).href.replace(/[?#].*$/, '');

/** The facts in `site.json` about a site that `ludus site build` made. */
export interface SiteInfo {
  /** The games whose players may be TypeScript. */
  readonly scripts: readonly string[];
  /** The games whose players may be Python, with the modules of their SDK. */
  readonly python: Readonly<Record<string, readonly string[]>>;
  /**
   * The games whose players may be C++, by id; none where the site was built without a compiler. `words`: that only players of this game
   * have, a regular expression's source.
   */
  readonly cpp: Readonly<Record<string, { readonly template: string; readonly words: string }>>;
}

/** The word of a template that becomes the player's name. */
export const CPP_NAME = 'LUDUS_PLAYER';
