import type { AnyGame } from '@ludus/game/game.ts';
import { seatSides, sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { type MeanInterval, meanInterval, tallyOf } from '@ludus/lab/statistics.ts';
import { type BoardPlayer, played, widening } from './check-board.ts';

/** The fairness of one kind of board for each seat, measured on several boards. */
export interface FairnessReport {
  readonly boards: number;
  readonly matches: number;
  /**
   * By seat: the share of the places that are below the seat, averaged over the boards. If every player has had every
   * seat, this share is ½ on fair boards.
   */
  readonly bySeat: readonly MeanInterval[];
  /** By seat: the seat's mean share of a match's points. On fair boards, this share is 1 / seats. */
  readonly points: readonly number[];
  /** Seats whose interval of shares doesn't contain ½. */
  readonly unfair: readonly number[];
}

/**
 * Plays all rotations of each line of players on each board. A board counts once, regardless of its number of matches,
 * because matches on one board are similar, and intervals over matches would be too narrow. Yields the number of
 * finished boards after each board.
 * @param lines the players of each match, who take turns on the sides; each player has all seats of a team
 * @param seeds one per board: the seed of its first match
 */
export function* measureFairness(
  game: AnyGame,
  boards: readonly unknown[],
  lines: readonly (readonly BoardPlayer[])[],
  seeds: readonly number[],
): Generator<number, FairnessReport> {
  const seats = game.seatsOf(boards[0]);
  const shares: number[][] = Array.from({ length: seats }, () => []);
  const points = new Array<number>(seats).fill(0);
  let matches = 0;
  for (const [n, board] of boards.entries()) {
    const sums = Array.from({ length: seats }, () => ({ share: 0, points: 0 }));
    const [sides, teams] = [sidesOn(game, board), teamsOn(game, board)];
    let count = 0;
    for (const line of lines)
      for (let turn = 0; turn < rotations(line); turn++) {
        const seated = seatSides(
          Array.from({ length: sides }, (_, side) => line[(side + turn) % line.length]),
          teams,
        );
        // Players draw random numbers from the match's seed and their seat, so no two matches may have the same seed.
        const match = played(game, board, (seeds[n] + count * 101) | 0, seated);
        const all = match.scores.reduce((sum, score) => sum + score, 0);
        for (const [seat, sum] of sums.entries()) {
          sum.share += match.shares[seat];
          sum.points += all === 0 ? 1 / seats : match.scores[seat] / all;
        }
        count++;
      }
    for (const [seat, sum] of sums.entries()) {
      shares[seat].push(sum.share / count);
      points[seat] += sum.points / count / boards.length;
    }
    matches += count;
    yield n + 1;
  }
  const bySeat = shares.map((values) => meanInterval(tallyOf(values), widening(seats)));
  return {
    boards: boards.length,
    matches,
    bySeat,
    points,
    unfair: bySeat.flatMap(({ low, high }, seat) => (low > 0.5 || high < 0.5 ? [seat] : [])),
  };
}

/** Returns the number of rotations. A line in which one player plays all sides is the same in all rotations. */
const rotations = (line: readonly BoardPlayer[]): number => (new Set(line).size === 1 ? 1 : line.length);
