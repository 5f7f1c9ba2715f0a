import type { AnyGame } from '../game.ts';
import type { AnyFixture } from './fixture.ts';

/** A way to break a game, and the sentence that the suite must find. */
export interface Breakage {
  readonly what: string;
  /** The part to break in a correct game. */
  readonly change: (game: AnyGame) => Partial<AnyGame>;
  readonly sentence: RegExp;
}

/** The fixture with a game that is broken. */
export function brokenFixture(fixture: AnyFixture, change: Breakage['change']): AnyFixture {
  return { ...fixture, game: { ...fixture.game, ...change(fixture.game) } };
}
