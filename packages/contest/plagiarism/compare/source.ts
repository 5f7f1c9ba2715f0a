import type { Language } from '../syntax/languages.ts';
import type { Tokens } from '../syntax/tokens.ts';

/** A submission. It contains no names, since numbers identify the entrant and the version. */
export interface Source {
  readonly entrant: number;
  /** The version's number, counted per entrant. The comparison doesn't depend on the version. */
  readonly version: number;
  readonly language: Language;
  readonly tokens: Tokens;
  /**
   * Whether the source is from an earlier contest. If so, it is compared only with the sources of the current contest.
   */
  readonly earlier: boolean;
}

/** Checks whether two sources are compared with each other. */
export const comparable = (a: Source, b: Source): boolean =>
  a.entrant !== b.entrant && a.language === b.language && !(a.earlier && b.earlier);
