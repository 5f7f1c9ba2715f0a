import { fitRatings, type Rating } from './fit.ts';
import { namesIn, participants, type RatedMatch, TIE } from './matches.ts';
import type { PlacedMatch } from './plackett-luce.ts';

export interface NamedRating extends Rating {
  readonly name: string;
  /** From 1; equal ratings share it. */
  readonly rank: number;
}

/**
 * Ratings of all who took part, best first: 0 is the mean of these players. The same matches give the same ratings, in whatever order they
 * come and whatever the players are called.
 */
export function ratings(matches: readonly RatedMatch[]): NamedRating[] {
  const names = namesIn(matches);
  const index = new Map(names.map((name, i) => [name, i]));
  const placed = matches.map((match) => placedMatch(match, index));
  // Sums give the same result to the last bit only in one order.
  const keyed = placed.map((match) => ({ match, key: `${match.players} ${match.places}` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const fitted = fitRatings(
    names.length,
    keyed.map(({ match }) => match),
  );
  return fitted
    .map((rating, i) => ({
      name: names[i],
      rank: 1 + fitted.filter((other) => other.elo > rating.elo).length,
      ...rating,
    }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}

function placedMatch(match: RatedMatch, index: ReadonlyMap<string, number>): PlacedMatch {
  const all = participants(match);
  return {
    players: all.map(({ name }) => index.get(name)!),
    // The players placed above each other; those within rounding error tie.
    places: all.map(({ share }) => all.filter((other) => other.share > share + TIE).length),
  };
}
