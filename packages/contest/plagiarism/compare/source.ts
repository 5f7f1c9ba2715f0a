import type { Language } from '../syntax/languages.ts';
import type { Tokens } from '../syntax/tokens.ts';

/** One submission. Names never come here: an entrant is a number, so is its version. */
export interface Source {
  readonly entrant: number;
  /** Counted by entrant; what is compared never depends on it. */
  readonly version: number;
  readonly language: Language;
  readonly tokens: Tokens;
  /** Of an earlier contest: compared with those of now, not with each other. */
  readonly earlier: boolean;
}

/** Whether two sources are compared at all. */
export const comparable = (a: Source, b: Source): boolean =>
  a.entrant !== b.entrant && a.language === b.language && !(a.earlier && b.earlier);
