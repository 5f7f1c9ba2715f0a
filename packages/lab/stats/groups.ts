import { firstSeats, seatSides, type Teams } from '@ludus/game/teams.ts';

/**
 * How NEW's matches against OLD are scored. Within one match, NEW and OLD are compared seat by seat. Each pair of a
 * seat of NEW and a seat of OLD has a score: 1 if NEW is placed better, ½ for a tie, and 0 otherwise. The match score
 * is the mean over these pairs. A group consists of matches on the same board and seed in which NEW and OLD swap seats.
 * The group score is the mean of its match scores. A group score is one observation in the statistics.
 */

/**
 * The player of each seat in a match of a group, or of each team if there are teams. The numbers are indices of
 * players: 0 is NEW, 1 is OLD, and 2 and more are fillers.
 */
export type Arrangement = readonly number[];

/**
 * Compares the places of seats `a` and `b`: the result is > 0 if `a` is placed better. Disqualified players are placed
 * below all others.
 */
function comparePlaces(scores: readonly number[], out: readonly boolean[], a: number, b: number): number {
  if (out[a] !== out[b]) return out[a] ? -1 : 1;
  return scores[a] - scores[b];
}

const pointsOf = (difference: number): number => (difference > 0 ? 1 : difference < 0 ? 0 : 0.5);

/**
 * NEW's share of the points against OLD in one match, from 0 to 1. `out`: whether each seat failed (crash, time, …); by
 * default, none did.
 */
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

/**
 * The group score: the mean of the match scores. `out`: whether each seat failed, by match and seat; by default, none
 * did.
 */
export function groupScore(
  scores: readonly (readonly number[])[],
  arrangements: readonly Arrangement[],
  out?: readonly (readonly boolean[])[],
): number {
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += matchScore(scores[i], arrangements[i], out?.[i]);
  return sum / scores.length;
}

/**
 * For each seat: the share (0 to 1) of the other places that are below its place. Ratings and tournaments use this
 * share. The share is 1 for the sole winner, and ½ if all tie. Only teams have places in a match with teams, and all
 * seats of a team have the team's share. In a match with teams, `out` must be the result of `disqualified`.
 */
export function placeShares(scores: readonly number[], out: readonly boolean[], teams?: Teams): number[] {
  const sides = firstSeats(scores.length, teams);
  const shares = sides.map((a) => {
    let points = 0;
    for (const b of sides) if (a !== b) points += pointsOf(comparePlaces(scores, out, a, b));
    return points / (sides.length - 1);
  });
  return seatSides(shares, teams);
}

/**
 * The arrangements of group number `group` (from 0): two matches, of which the second has NEW and OLD swapped and
 * everything else unchanged. Two identical players therefore score exactly even in every group, whatever the board,
 * seed, seats, and fillers.
 * - Two seats: NEW–OLD and OLD–NEW.
 * - More seats without fillers: each player gets half of the seats (one and two of three, swapped). The ways to share
 *   the seats rotate from group to group.
 * - With fillers: NEW and OLD play in two of the seats, for every pair of seats in turn. The fillers rotate through the
 *   others.
 */
export function arrangementsOf(seats: number, fillers: number, group: number): Arrangement[] {
  const first = fillers === 0 || seats === 2 ? shared(seats, group) : withFillers(seats, fillers, group);
  return [first, first.map((player) => (player < 2 ? 1 - player : player))];
}

/** Number of consecutive groups after which the arrangements start to repeat. */
export function waysOf(seats: number, fillers: number): number {
  return fillers === 0 || seats === 2 ? halvesOf(seats).length : ((seats * (seats - 1)) / 2) * fillers;
}

function shared(seats: number, group: number): number[] {
  const ways = halvesOf(seats);
  return [...ways[group % ways.length]];
}

/**
 * Every way to share the seats as evenly as possible with NEW in the first seat. Swapping NEW and OLD gives all other
 * ways.
 */
function halvesOf(seats: number): Arrangement[] {
  const ways: Arrangement[] = [];
  for (let bits = 1; bits < 1 << (seats - 1); bits++) {
    const way = Array.from({ length: seats }, (_, seat) => (seat === 0 ? 0 : (bits >> (seat - 1)) & 1));
    const olds = way.filter((player) => player === 1).length;
    if (Math.abs(seats - 2 * olds) <= 1) ways.push(way);
  }
  return ways;
}

function withFillers(seats: number, fillers: number, group: number): number[] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < seats; a++) for (let b = a + 1; b < seats; b++) pairs.push([a, b]);
  const [a, b] = pairs[group % pairs.length];
  // When the cycles of pairs and fillers end together, the fillers shift by one, so that each filler plays with every
  // pair of seats.
  let next = group + Math.floor(group / leastCommonMultiple(pairs.length, fillers));
  return Array.from({ length: seats }, (_, seat) => (seat === a ? 0 : seat === b ? 1 : 2 + (next++ % fillers)));
}

export function leastCommonMultiple(a: number, b: number): number {
  let [rest, divisor] = [b, a];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return (a * b) / divisor;
}
