import type { AnyGame } from '../game.ts';
import type { AnySpecimen } from './fixture.ts';

/** A way to break a game, and the sentence that the suite must find. */
export interface Breakage {
  readonly what: string;
  /** What is broken, made of the game as it should be. */
  readonly change: (game: AnyGame) => Partial<AnyGame>;
  readonly sentence: RegExp;
}

/** The specimen with a game that is broken. */
export function broken(specimen: AnySpecimen, change: Breakage['change']): AnySpecimen {
  return { ...specimen, game: { ...specimen.game, ...change(specimen.game) } };
}
