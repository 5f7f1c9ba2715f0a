import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';

/** Players that are modules: their imports, and the conversion of their exports to players. */
export interface PlayerApi {
  /** The module that a player imports as `ludus/ID`. */
  readonly module: object;
  /**
   * Opens a player for one seat of one match from a module's default export. No player code runs before the match. For
   * an invalid export, returns a description in words that come after the player's name: `has no default export that is
   * …`.
   */
  open(name: string, code: unknown, output?: PlayerOutput): AnyRunner | string;
}

/** A built-in player of a game. */
export interface BuiltinPlayer {
  readonly name: string;
  /** A description of one line, for `ludus match -l`. */
  readonly summary: string;
  /** A new player for one seat of one match. */
  open(output?: PlayerOutput): AnyRunner;
}
