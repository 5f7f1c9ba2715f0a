import type { AnyGame } from '@ludus/game/game.ts';
import type { Language } from 'ludus/kit.ts';
import type { Debugger } from '../debugger.ts';

export interface ScaffoldFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a new player, the player's source file first. */
export interface Scaffold {
  readonly player: string;
  readonly hasLadder: boolean;
  readonly files: readonly ScaffoldFile[];
}

/** The facts that the files of a project share. */
export interface Project {
  readonly game: AnyGame;
  readonly language: Language;
  /** The language's display name. */
  readonly title: string;
  readonly name: string;
  /** The files of the player, its board, and its replay. */
  readonly player: string;
  readonly board: string;
  readonly replay: string;
  /** The player's first opponent: the weakest built-in bot. */
  readonly rival: string;
  /** Whether the game has a practice ladder. */
  readonly hasLadder: boolean;
  readonly isModule: boolean;
  /** The debugger that can stop the player in a round; undefined if there is none. */
  readonly stop: Debugger | undefined;
  /** Whether the game is a custom game, found by its folder on this machine. */
  readonly elsewhere: boolean;
}
