/**
 * What matches say about NEW against OLD. Within one match NEW and OLD are compared seat by seat: for each pair of a seat of NEW and a
 * seat of OLD, 1 if NEW's is placed better, ½ if they tie, 0 if worse; the match score is the mean over these pairs. A group is
 * matches on the same board and seed whose seats are rotated so that NEW and OLD have sat in the same seats equally often; the
 * group score is the mean of its match scores, and it is one observation of the statistics.
 */

/** Who sits where in the matches of a group: indices of players, 0 = NEW, 1 = OLD, 2 and more = fillers. */
export type Arrangement = readonly number[];

/** How far seat `a` stands above seat `b`: > 0 when it is placed better. Players taken out of a match stand below all that were not. */
export function comparePlaces(scores: readonly number[], out: readonly boolean[], a: number, b: number): number {
  if (out[a] !== out[b]) return out[a] ? -1 : 1;
  return scores[a] - scores[b];
}

const pointsOf = (difference: number): number => (difference > 0 ? 1 : difference < 0 ? 0 : 0.5);

/** NEW's share of the points against OLD in one match, 0…1. `out`: which seats failed (crash, time …); default none. */
export function matchScore(
  scores: readonly number[],
  seats: Arrangement,
  out: readonly boolean[] = seats.map(() => false),
): number {
  let points = 0;
  let pairs = 0;
  for (let a = 0; a < seats.length; a++) {
    for (let b = 0; b < seats.length; b++) {
      if (seats[a] !== 0 || seats[b] !== 1) continue;
      points += pointsOf(comparePlaces(scores, out, a, b));
      pairs++;
    }
  }
  return points / pairs;
}

/** The group score: the mean of the match scores. */
export function groupScore(scores: readonly (readonly number[])[], arrangements: readonly Arrangement[]): number {
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += matchScore(scores[i], arrangements[i]);
  return sum / scores.length;
}

/** Each seat's share of the places below it, 0…1 (1 = alone in front, ½ = all tie): what ratings and tournaments count. */
export function placeShares(scores: readonly number[], out: readonly boolean[]): number[] {
  return scores.map((_, a) => {
    let points = 0;
    for (let b = 0; b < scores.length; b++) if (a !== b) points += pointsOf(comparePlaces(scores, out, a, b));
    return points / (scores.length - 1);
  });
}

/**
 * The arrangements of the group with number `group` (from 0).
 * - Two seats: NEW–OLD and OLD–NEW.
 * - Four seats without fillers: two of each; two matches, the second with NEW and OLD exchanged; the three ways to
 *   share the seats take turns from group to group.
 * - More seats with fillers: one match a seat; all move on by one seat from match to match, so that everybody sits in every seat
 *   once. Which fillers, and who sits opposite whom, takes turns from group to group.
 */
export function arrangementsOf(seats: number, fillers: number, group: number): Arrangement[] {
  if (seats === 2) return [[0, 1], [1, 0]]; // biome-ignore format: two short rows read best side by side
  if (fillers === 0) {
    const half = HALVES[group % HALVES.length];
    const first = Array.from({ length: seats }, (_, seat) => (seats === 4 ? half[seat] : seat % 2));
    return [first, first.map((player) => 1 - player)];
  }
  const chosen = Array.from({ length: seats - 2 }, (_, i) => 2 + ((group + i) % fillers));
  const circle = [0, ...chosen];
  circle.splice(1 + (group % (seats - 1)), 0, 1);
  return circle.map((_, turn) => circle.map((_, seat) => circle[(seat + turn) % seats]));
}

const HALVES = [
  [0, 1, 0, 1],
  [0, 0, 1, 1],
  [0, 1, 1, 0],
] as const;
