import type { Mark } from '@ludus/viewer/view.ts';
import type { PremiereHistory } from '../../premieres/history.ts';

/** A match as the commentary knows it. A side is a team, or a seat that plays for itself. */
export interface MatchFacts {
  /** By side. */
  readonly names: readonly string[];
  /** The last round. */
  readonly rounds: number;
  /** In order of the rounds. `by`: the side that did it; both −1 if there is none. */
  readonly marks: readonly {
    readonly round: number;
    readonly kind: Mark['kind'];
    readonly side: number;
    readonly by: number;
  }[];
  /** By side and round: the game's first chart. */
  readonly curve: readonly (readonly number[])[];
  /** The sides that won; empty while that is unknown. */
  readonly winners: readonly number[];
  /** The round in which the match turned, if the analysis found one. */
  readonly turn?: number | undefined;
  /** The sides' earlier matches, if they are known. */
  readonly history?: PremiereHistory | undefined;
}

/** The templates, by their messages' keys in the pages' languages (i18n). */
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

/** A sentence for a round. The values fill the template's places; a list is written as the language writes lists. */
export interface Line {
  readonly round: number;
  readonly template: Template;
  readonly values: Readonly<Record<string, string | number | readonly string[]>>;
}

/** A possible line. Of lines that are close to each other, the weightiest is chosen. */
export interface Candidate extends Line {
  readonly weight: number;
}
