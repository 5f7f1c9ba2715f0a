import type { Game } from '@ludus/game/game.ts';
import type { PlayerRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';

interface StrengthSetup<B, S, M> {
  readonly game: Game<B, S, M>;
  readonly board: B;
  /** Creates a new player for seat 0. */
  open(): PlayerRunner<B, S, M> | Promise<PlayerRunner<B, S, M>>;
  /** Creates a new opponent for one of the other seats. */
  openOpponent(): PlayerRunner<B, S, M> | Promise<PlayerRunner<B, S, M>>;
  readonly seeds: readonly number[];
}

/** The mean final score of seat 0 on one board, with the opponent in all other seats. */
export async function meanScore<B, S, M>(setup: StrengthSetup<B, S, M>): Promise<number> {
  const { game, board, openOpponent, seeds } = setup;
  let sum = 0;
  for (const seed of seeds) {
    const runners = await Promise.all([setup.open(), ...Array.from({ length: game.seatsOf(board) - 1 }, openOpponent)]);
    const result = await playMatch({ game, board, seed, runners });
    sum += result.outcome.scores[0];
  }
  return sum / seeds.length;
}
