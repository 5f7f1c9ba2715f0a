import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame, Game } from '../game.ts';

/** A game for the conformance suite, with functions that make boards and moves for it and check its invariants. */
export interface ConformanceFixture<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  /**
   * Any board that the game's reader accepts, drawn from `random`. Without it, the suite uses the game's generated
   * boards.
   */
  wildBoard?(random: Lehmer): Board;
  /** Any move, sensible or not, drawn from `random`. */
  wildMove(state: State, seat: number, random: Lehmer): Move;
  /**
   * The lines with which a program answers to choose this move, without the last line break; undefined if there is no
   * such answer. If absent, programs answer with the output of `move.print`.
   */
  answer?(move: Move): string | undefined;
  /** Programs, and players behind `player/host.ts`, see themselves as the first player, whatever their seat. */
  readonly seesItselfFirst?: true;
  /**
   * Fields of the state that the dialogue always or sometimes omits: `['failed', 'board.seed']`. A player behind
   * `player/host.ts` may see values in these fields that aren't the referee's, if the dialogue asks the same question
   * for both states.
   */
  readonly untold?: readonly string[];
  /**
   * The seed is used only to deal before the first round, and nothing is random afterwards, so the game has no
   * `setGenerator`.
   */
  readonly onlyDeals?: true;
  /**
   * For a game that treats all seats alike: the same state with each player moved to the next seat. In the state and on
   * the board, each seat gets everything that belonged to the previous seat. The seat before seat 0 is the last seat. A
   * match must continue from the rotated state in the same way as from the original state. Rounds without actors are
   * omitted.
   */
  rotated?(state: State): State;
  /** The first violated invariant, as a message. */
  brokenInvariant?(state: State): string | undefined;
}

/** Any game's fixture. */
// biome-ignore lint/suspicious/noExplicitAny: as with AnyGame, the three types belong together
export type AnyFixture = ConformanceFixture<any, any, any>;

/** A way to break a game, and the message that the suite must report. */
export interface Breakage {
  readonly what: string;
  /** Returns the broken parts, which replace the same parts of a correct game. */
  readonly change: (game: AnyGame) => Partial<AnyGame>;
  readonly sentence: RegExp;
}

/** The fixture with a broken game. */
export function brokenFixture(fixture: AnyFixture, change: Breakage['change']): AnyFixture {
  return { ...fixture, game: { ...fixture.game, ...change(fixture.game) } };
}
