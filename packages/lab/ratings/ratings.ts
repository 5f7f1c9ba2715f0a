import { fitRatings, type Rating } from './fit.ts';
import { namesIn, participants, type RatedMatch, TIE } from './matches.ts';
import type { PlacedMatch } from './plackett-luce.ts';

export interface NamedRating extends Rating {
  readonly name: string;
  /** The rank, counted from 1. Equal ratings share a rank. */
  readonly rank: number;
}

/**
 * Ratings of all participants, best first, relative to their mean. The same matches give the same ratings, whatever the
 * order of the matches and the names of the players.
 */
export function ratings(matches: readonly RatedMatch[]): NamedRating[] {
  const names = namesIn(matches);
  const index = new Map(names.map((name, i) => [name, i]));
  const placed = matches.map((match) => placedMatch(match, index));
  // Sorts the matches, because floating-point sums depend on the order of their terms.
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
    // A player's place is the number of players placed higher. Differences within the rounding error are ties.
    places: all.map(({ share }) => all.filter((other) => other.share > share + TIE).length),
  };
}
