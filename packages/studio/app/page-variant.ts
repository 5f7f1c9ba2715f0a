/**
 * One application with two variants. `ludus open` serves the studio, with a folder and processes. `ludus site build`
 * generates the playground, which consists of static files. In the playground, players run in separate engines, and
 * their computation is measured in fuel.
 */
export const isPlayground: boolean = document.documentElement.dataset.dress === 'playground';

/** The address of the contests, without `/` at the end, if a contest server serves this page. */
export const CONTESTS: string | undefined = document.documentElement.dataset.contests;

/** The address of the folder that contains the page's files. */
export const BASE: string = new URL('./', document.baseURI).href.replace(/[?#].*$/, '');

/** The facts about a built site, as `site.json` states them. */
export interface SiteInfo {
  /** The games that allow players in TypeScript. */
  readonly scripts: readonly string[];
  /** The games that allow players in Python, with the modules of their SDK. */
  readonly python: Readonly<Record<string, readonly string[]>>;
  /**
   * The games that allow players in C++, by id; empty if the site was built without a compiler. `words`: a regular
   * expression for words that only players of this game contain.
   */
  readonly cpp: Readonly<Record<string, { readonly template: string; readonly words: string }>>;
}

/** The word in a template that the player's name replaces. */
export const CPP_NAME = 'LUDUS_PLAYER';
