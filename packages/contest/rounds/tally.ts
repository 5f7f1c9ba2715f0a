import type { Index, Results, RoundMatch, Tally } from './state.ts';

export const NOTHING: Tally = { points: 0, matches: 0 };

/** Returns a place's points: 2·(seats − 1) for a sole first place, 0 for a sole last place. */
const pointsOfPlace = (place: number, seats: number): number => 2 * (seats - place);

/**
 * Returns the results of all players whose results count in these matches. Annulled matches and matches without a
 * result are ignored.
 */
export function tallyOf(
  matches: readonly RoundMatch[],
  results: Results,
  counts: 'places' | 'scores',
): Map<Index, Tally> {
  const tally = new Map<Index, Tally>();
  for (const match of matches) {
    const result = results.get(match.number);
    for (const [seat, { index, counts: forItself }] of match.sits.entries()) {
      if (!forItself) continue;
      const { points, matches: played } = tally.get(index) ?? NOTHING;
      if (result === undefined || result === 'annulled') tally.set(index, { points, matches: played });
      else {
        const { place, points: score } = result.seats[seat];
        const reached = counts === 'places' ? pointsOfPlace(place, match.seats.length) : score;
        tally.set(index, { points: points + reached, matches: played + 1 });
      }
    }
  }
  return tally;
}

export function plus(a: Tally, b: Tally): Tally {
  return { points: a.points + b.points, matches: a.matches + b.matches };
}

/** Compares means without division: > 0 if `a` is better. The mean of a player without matches is 0. */
export function compareTallies(a: Tally, b: Tally): number {
  if (a.matches === b.matches) return a.points - b.points;
  return a.points * Math.max(1, b.matches) - b.points * Math.max(1, a.matches);
}

export const meanOf = ({ points, matches }: Tally): number => (matches === 0 ? 0 : points / matches);
