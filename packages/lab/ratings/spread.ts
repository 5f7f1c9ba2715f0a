import { studentQuantile975 } from '../stats/interval.ts';
import { type Choices, winsOf } from './plackett-luce.ts';

/** By match: what the result says beyond what was expected, for each of its players. */
export class Surprises {
  private readonly start: Int32Array;
  private readonly players: Int32Array;
  private readonly values: Float64Array;
  /** Of the values' squares. */
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

  /** By player: the sum of its surprises' squares. */
  own(players: number): Float64Array {
    const sums = new Float64Array(players);
    for (let at = 0; at < this.values.length; at++) sums[this.players[at]] += this.values[at] ** 2;
    return sums;
  }

  /** The variance of a combination of strengths, where a result moves it by `influence` a player, from the surprises seen. */
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

/** Number of comparisons with the model's spread that are added to those that were seen. */
const FEW = 60;
const LEAST_DISPERSION = 0.05;

export interface Spread {
  /** Student's, for 95%. */
  readonly quantile: number;
  /** How much more (> 1) or less the results spread than the model says. */
  readonly dispersion: number;
  /** By what a variance from the surprises is too small because the strengths were fitted to them. */
  readonly correction: number;
}

/**
 * What makes an interval of a standard deviation: Student's quantile, and how much more or less the results spread than the model
 * says. Draws make results even, and so does luck that the players of a match share. Without this, the intervals of a game with
 * many draws would be far too wide.
 */
export function spreadOf({ weight, start, matches }: Choices, chance: Float64Array, surprises: Surprises): Spread {
  let expected = 0;
  for (let c = 0; c < weight.length; c++)
    for (let a = start[c]; a < start[c + 1]; a++) expected += weight[c] * chance[a] * (1 - chance[a]);
  const comparisons = matches.reduce((sum, match) => sum + match.players.length - 1, 0);
  const met = new Set(matches.flatMap((match) => match.players)).size;
  const free = Math.max(1, comparisons - (met - 1));
  const seen = expected === 0 ? 1 : ((surprises.sum / expected) * comparisons) / free;
  // Few results say little about how much they spread.
  const dispersion = (seen * free + FEW) / (free + FEW);
  return {
    quantile: studentQuantile975(free),
    dispersion: Math.max(LEAST_DISPERSION, dispersion),
    correction: comparisons / free,
  };
}
