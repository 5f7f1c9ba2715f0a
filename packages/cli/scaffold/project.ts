import type { AnyGame } from '@ludus/game/game.ts';
import type { Language } from 'ludus/kit.ts';
import type { Debugger } from '../debugger.ts';

export interface ScaffoldFile {
  readonly name: string;
  readonly text: string;
}

/** The begun player's files, the player's own first. */
export interface Scaffold {
  readonly player: string;
  readonly hasLadder: boolean;
  readonly files: readonly ScaffoldFile[];
}

/** The facts that the files of a project share. */
export interface Project {
  readonly game: AnyGame;
  readonly language: Language;
  /** The language's name, for people. */
  readonly title: string;
  readonly name: string;
  /** The player's file, its board and its replay. */
  readonly player: string;
  readonly board: string;
  readonly replay: string;
  /** Whom it meets in its first match: the weakest built-in opponent. */
  readonly rival: string;
  /** Whether the game has a practice ladder. */
  readonly hasLadder: boolean;
  readonly isModule: boolean;
  /** The debugger that can stop it in a round; undefined if there is none. */
  readonly stop: Debugger | undefined;
  /** A game that is made elsewhere is found by its folder on this machine. */
  readonly elsewhere: boolean;
}
