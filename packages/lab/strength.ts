import type { Game } from '@ludus/game/game.ts';
import type { PlayerPort } from '@ludus/game/port.ts';
import { type MatchResult, playMatch } from '@ludus/referee/match.ts';

/*
 * The experiment in which the strength of players of the cylinder games is told: the player in seat 0 against three Demos, seeds
 * 1 … 30, the mean final score of seat 0 on each of the six boards that come with the game.
 */

/** The boards of the experiment, in the order of its table. */
export const STRENGTH_BOARDS = ['default', 'maze1', 'maze2', 'maze3', 'maze4', 'maze5'] as const;
export const STRENGTH_SEEDS: readonly number[] = Array.from({ length: 30 }, (_, index) => index + 1);

export interface StrengthRow {
  readonly name: string;
  /** Mean final scores of seat 0, one a board, in the order of `STRENGTH_BOARDS`. */
  readonly means: readonly number[];
}

/** What the same experiment gave with the original programs and with players written for them, rounded to whole points. */
export const ORIGINAL_ROWS: Readonly<Record<string, readonly StrengthRow[]>> = {
  madmax: [
    { name: 'Demo', means: [12, 12, 76, 63, 540, 118] },
    { name: 'the original Dummy', means: [338, 338, 263, 412, 1340, 349] },
    { name: 'a good student’s', means: [748, 748, 659, 599, 2711, 577] },
    { name: 'another student’s', means: [671, 671, 512, 873, 3013, 670] },
  ],
  starwar: [
    { name: 'Demo', means: [28, 1, 37, 68, 229, 108] },
    { name: 'the original Dummy', means: [234, 397, 230, 415, 730, 355] },
    { name: 'a fair student’s', means: [892, 1340, 1088, 1615, 1840, 1480] },
    { name: 'the best students’', means: [1031, 1492, 1315, 1910, 2150, 2113] },
  ],
};

export interface StrengthSetup<B, S, M> {
  readonly game: Game<B, S, M>;
  readonly board: B;
  /** A fresh player for seat 0. */
  open(): PlayerPort<B, S, M> | Promise<PlayerPort<B, S, M>>;
  /** A fresh Demo. */
  openDemo(): PlayerPort<B, S, M> | Promise<PlayerPort<B, S, M>>;
  readonly seeds?: readonly number[];
  readonly onMatch?: (result: MatchResult<S>) => void;
}

/** The mean final score of seat 0 against three Demos on one board. */
export async function meanScore<B, S, M>(setup: StrengthSetup<B, S, M>): Promise<number> {
  const { game, board, openDemo, seeds = STRENGTH_SEEDS } = setup;
  let sum = 0;
  for (const seed of seeds) {
    const ports = await Promise.all([setup.open(), openDemo(), openDemo(), openDemo()]);
    const result = await playMatch({ game, board, seed, ports });
    setup.onMatch?.(result);
    sum += result.outcome.scores[0];
  }
  return sum / seeds.length;
}
