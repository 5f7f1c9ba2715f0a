import type { Mark } from '@ludus/viewer/view.ts';
import type { PremiereHistory } from '../../premieres/history.ts';

/** A match as the commentary sees it. A side is a team, or a single seat without a team. */
export interface MatchFacts {
  /** The sides' names. */
  readonly names: readonly string[];
  /** The match's last round. */
  readonly rounds: number;
  /**
   * The match's events, sorted by round. `by`: the side that caused the event. `side` and `by` are −1 if there is no
   * such side.
   */
  readonly marks: readonly {
    readonly round: number;
    readonly kind: Mark['kind'];
    readonly side: number;
    readonly by: number;
  }[];
  /** By side and round: the values of the game's first chart. */
  readonly curve: readonly (readonly number[])[];
  /** The winning sides; empty until they are known. */
  readonly winners: readonly number[];
  /** The round of the match's turning point, if the analysis found one. */
  readonly turn?: number | undefined;
  /** The sides' earlier matches, if known. */
  readonly history?: PremiereHistory | undefined;
}

/** The templates, by the keys of their messages in the pages' languages (i18n). */
export const TEMPLATES = [
  'open',
  'open-top',
  'open-again',
  'open-streak',
  'open-slump',
  'first-hit',
  'first-loss',
  'hit',
  'hit-again',
  'hit-many',
  'revenge',
  'loss',
  'loss-again',
  'clash',
  'disqualified',
  'prize',
  'lead-first',
  'lead',
  'lead-back',
  'lead-many',
  'comeback',
  'far-ahead',
  'level',
  'end',
  'end-shared',
  'end-draw',
  'end-comeback',
  'end-upset',
  'end-slump',
  'end-streak',
  'end-revenge',
  'turned',
] as const;
export type Template = (typeof TEMPLATES)[number];

/**
 * A message for a round. The values replace the template's placeholders; a list is formatted in the page's language.
 */
export interface Line {
  readonly round: number;
  readonly template: Template;
  readonly values: Readonly<Record<string, string | number | readonly string[]>>;
}

/** A possible line. If several lines are close together, the line with the highest weight is chosen. */
export interface Candidate extends Line {
  readonly weight: number;
}
