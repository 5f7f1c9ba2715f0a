import { meanOf, type Tally } from './tally.ts';

/** Minimum number of groups per board. With fewer groups, a board's mean would be too inexact. */
const MIN_A_BOARD = 6;

/**
 * The groups without the effects of the boards. NEW may be better on some boards and OLD on others, and boards rotate.
 * Therefore, differences between boards don't affect the uncertainty of the mean; only the spread within a board
 * counts. Every group is shifted by the distance of its board's mean from the mean of all boards' means. All boards
 * have equal weights. The result is widened to account for the degree of freedom of each board's mean. Values may be
 * outside 0 to 1 and can occur repeatedly. With only one board, or if a board has too few groups, the result is the
 * unchanged tally of all groups.
 *
 * @param all all groups
 * @param boards the same groups, by board
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
