import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';

/** Players that are modules: what they import, and how what they export becomes a player. */
export interface PlayerApi {
  /** The module that a player imports as `ludus/ID`. */
  readonly module: object;
  /**
   * A player for one seat of one match, made of a module's default export; nothing of the player runs before the match does. A string
   * says what is wrong with the export, in words that follow the player's name: `has no default export that is …`.
   */
  open(name: string, code: unknown, output?: PlayerOutput): AnyRunner | string;
}

/** A player that comes with a game. */
export interface BuiltinPlayer {
  readonly name: string;
  /** One line for `ludus match -l`. */
  readonly summary: string;
  /** A fresh player for one seat of one match. */
  open(output?: PlayerOutput): AnyRunner;
}
