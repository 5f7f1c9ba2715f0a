import type { Game } from '@ludus/game/game.ts';
import type { PlayerPort } from '@ludus/game/port.ts';
import { type MatchResult, playMatch } from '@ludus/referee/match.ts';

/** An experiment that tells the strength of a player: seat 0 against the same opponent in all other seats, its mean final score a board. */
export interface StrengthTable {
  /** The built-in player in the other seats. */
  readonly opponent: string;
  /** Names of boards that come with the game. */
  readonly boards: readonly string[];
  readonly seeds: readonly number[];
  /** What others reached in the same experiment. */
  readonly rows: readonly StrengthRow[];
}

export interface StrengthRow {
  readonly name: string;
  /** Mean final scores of seat 0, one a board. */
  readonly means: readonly number[];
}

export interface StrengthSetup<B, S, M> {
  readonly game: Game<B, S, M>;
  readonly board: B;
  /** A fresh player for seat 0. */
  open(): PlayerPort<B, S, M> | Promise<PlayerPort<B, S, M>>;
  /** A fresh opponent. */
  openOpponent(): PlayerPort<B, S, M> | Promise<PlayerPort<B, S, M>>;
  readonly seeds: readonly number[];
  readonly onMatch?: (result: MatchResult<S>) => void;
}

/** The mean final score of seat 0 against the opponent in all other seats on one board. */
export async function meanScore<B, S, M>(setup: StrengthSetup<B, S, M>): Promise<number> {
  const { game, board, openOpponent, seeds } = setup;
  let sum = 0;
  for (const seed of seeds) {
    const ports = await Promise.all([setup.open(), ...Array.from({ length: game.seatsOf(board) - 1 }, openOpponent)]);
    const result = await playMatch({ game, board, seed, ports });
    setup.onMatch?.(result);
    sum += result.outcome.scores[0];
  }
  return sum / seeds.length;
}
