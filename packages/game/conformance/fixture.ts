import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame, Game } from '../game.ts';

/** A game as the conformance suite takes it: with what makes boards and moves for it, and looks for what must not be. */
export interface ConformanceFixture<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  /** Any board that the game's reader accepts, drawn from `random`. Without it, the boards that the game generates serve. */
  wildBoard?(random: Lehmer): Board;
  /** Any move, sensible or not, drawn from `random`. */
  wildMove(state: State, seat: number, random: Lehmer): Move;
  /**
   * The lines with which a program answers with this move, without the last line end; undefined if it can't. If it is absent,
   * programs answer with what `move.print` prints.
   */
  answer?(move: Move): string | undefined;
  /** Programs, and players behind `player/host.ts`, see themselves as the first player, whatever their seat. */
  readonly seesItselfFirst?: true;
  /**
   * Fields of the state that the dialogue doesn't tell, or not always: `['failed', 'board.seed']`. A player behind `player/host.ts` may
   * hold other values there, if the dialogue asks both states the same question.
   */
  readonly untold?: readonly string[];
  /** The seed deals before the first round, and nothing after it is left to chance: so the game has no `setGenerator`. */
  readonly onlyDeals?: true;
  /**
   * For a game that treats all seats alike: the same state with each player on the next seat. Seat 1 has what seat 0 had, and seat 0 what
   * the last one had, on the board as well. A match from there must go the same way. Rounds without actors are left out.
   */
  rotated?(state: State): State;
  /** The first invariant that does not hold, as a message. */
  brokenInvariant?(state: State): string | undefined;
}

/** Any game's fixture. */
// biome-ignore lint/suspicious/noExplicitAny: as with AnyGame, the three types belong together
export type AnyFixture = ConformanceFixture<any, any, any>;

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
