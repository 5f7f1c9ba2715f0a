import { meanOf, type Tally } from './tally.ts';

/** Boards with fewer groups than this are not told apart: their own means would be guesses. */
const MIN_A_BOARD = 6;

/**
 * The groups with what the boards do taken out. NEW may be better on some boards and OLD on others, which take turns. So
 * differences between boards say nothing about the uncertainty of the mean. Only the spread within a board counts. Every group is
 * moved by its board's distance from the mean of the boards' means, with equal weights. The rest is widened for the degree of
 * freedom of each board's mean. Values may lie outside of 0…1 and come more than once. With one board, or one too few groups on
 * any of them, it is the tally of all groups, unchanged.
 *
 * @param all all groups
 * @param boards the same ones, by board
 */
export function withinBoards(all: Tally, boards: readonly Tally[]): Tally {
  if (boards.length < 2 || boards.some(({ total }) => total < MIN_A_BOARD)) return all;
  const means = boards.map(meanOf);
  const mean = means.reduce((sum, each) => sum + each, 0) / boards.length;
  const widening = Math.sqrt(all.total / (all.total - boards.length + 1));
  const entries = boards.flatMap(({ values, weights }, board) =>
    values.map((value, i) => [mean + widening * (value - means[board]), weights[i]] as const),
  );
  entries.sort(([a], [b]) => a - b);
  return { values: entries.map(([value]) => value), weights: entries.map(([, weight]) => weight), total: all.total };
}
