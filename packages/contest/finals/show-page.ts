import { pageWith } from '@ludus/studio/one-file.ts';
import type { ReplyOf } from '../api/routes.ts';

/** All data of a reveal, so that the reveal's page needs no server. */
export interface RevealData {
  readonly slug: string;
  readonly contest: string;
  readonly game: string;
  /** The round's title. */
  readonly title: string;
  readonly steps: ReplyOf<'reveal'>;
  readonly standing: ReplyOf<'round'>['standing'];
  /** The decisive matches that have replays. `names`: the players' names, by seat. */
  readonly matches: readonly ShownMatch[];
}

export interface ShownMatch {
  readonly match: number;
  readonly names: readonly string[];
  readonly replay: string;
}

/** The file of the page's script, which is built into the folder of the contest's pages. */
export const SHOW_SCRIPT = 'show.js';

/** Returns a reveal as one HTML file. `script`: the text of `SHOW_SCRIPT`. */
export const showPage = (show: RevealData, script: string): string =>
  pageWith({
    title: `${show.title} · ${show.contest}`,
    data: show,
    style: '',
    body: '<div id="show"></div>\n<noscript>This page needs JavaScript.</noscript>',
    scripts: [script],
  });

/** Returns the matches that a reveal plays: the decisive matches of its steps. */
export const decisiveOf = (steps: RevealData['steps']): number[] => [
  ...new Set(steps.flatMap(({ decisive }) => decisive ?? [])),
];
