import { studentQuantile975 } from '../stats/interval.ts';
import { type Choices, winsOf } from './plackett-luce.ts';

/** The surprises: for each player of each match, the difference between the result and the expected result. */
export class Surprises {
  private readonly start: Int32Array;
  private readonly players: Int32Array;
  private readonly values: Float64Array;
  /** The sum of the squared differences. */
  readonly sum: number;

  constructor({ start, members, weight, match, matches }: Choices, chance: Float64Array, players: number) {
    this.start = new Int32Array(matches.length + 1);
    matches.forEach((each, m) => {
      this.start[m + 1] = this.start[m] + each.players.length;
    });
    this.players = Int32Array.from(matches.flatMap((each) => each.players));
    this.values = new Float64Array(this.players.length);
    const surprise = new Float64Array(players);
    let [c, sum] = [0, 0];
    matches.forEach((each, m) => {
      winsOf(each).forEach((won, i) => {
        surprise[each.players[i]] = won;
      });
      for (; c < weight.length && match[c] === m; c++)
        for (let a = start[c]; a < start[c + 1]; a++) surprise[members[a]] -= weight[c] * chance[a];
      each.players.forEach((player, i) => {
        this.values[this.start[m] + i] = surprise[player];
        sum += surprise[player] ** 2;
      });
    });
    this.sum = sum;
  }

  /** By player: the sum of its squared surprises. */
  own(players: number): Float64Array {
    const sums = new Float64Array(players);
    for (let at = 0; at < this.values.length; at++) sums[this.players[at]] += this.values[at] ** 2;
    return sums;
  }

  /**
   * The variance of a combination of strengths, estimated from the observed surprises. `influence`: the effect of a
   * player's surprise on the combination.
   */
  through(influence: Float64Array): number {
    const { start, players, values } = this;
    let sum = 0;
    for (let m = 0; m + 1 < start.length; m++) {
      let moved = 0;
      for (let at = start[m]; at < start[m + 1]; at++) moved += values[at] * influence[players[at]];
      sum += moved * moved;
    }
    return sum;
  }
}

/** Number of imaginary comparisons, with the model's spread, that are added to the observed comparisons. */
const FEW = 60;
const MIN_DISPERSION = 0.05;

export interface Spread {
  /** Student's quantile for 95%. */
  readonly quantile: number;
  /** The observed spread of the results relative to the spread in the model; 1 if the two spreads are the same. */
  readonly dispersion: number;
  /**
   * The factor that corrects a variance computed from surprises. That variance is too small, because the strengths were
   * fitted to the same results.
   */
  readonly correction: number;
}

/**
 * The factors that turn a standard deviation into an interval: Student's quantile, and the observed spread of the
 * results relative to the spread in the model. Draws reduce the spread, and so does luck that the players of a match
 * share. Without this factor, the intervals of a game with many draws would be far too wide.
 */
export function spreadOf({ weight, start, matches }: Choices, chance: Float64Array, surprises: Surprises): Spread {
  let expected = 0;
  for (let c = 0; c < weight.length; c++)
    for (let a = start[c]; a < start[c + 1]; a++) expected += weight[c] * chance[a] * (1 - chance[a]);
  const comparisons = matches.reduce((sum, match) => sum + match.players.length - 1, 0);
  const met = new Set(matches.flatMap((match) => match.players)).size;
  const free = Math.max(1, comparisons - (met - 1));
  const seen = expected === 0 ? 1 : ((surprises.sum / expected) * comparisons) / free;
  // Mixes the observed spread with the spread in the model, because a few results give little information about the
  // spread.
  const dispersion = (seen * free + FEW) / (free + FEW);
  return {
    quantile: studentQuantile975(free),
    dispersion: Math.max(MIN_DISPERSION, dispersion),
    correction: comparisons / free,
  };
}
