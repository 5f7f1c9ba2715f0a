import { hashText } from '@ludus/kernel/hash.ts';
import { rate, rating } from 'openskill';
import { namesIn, participants, type RatedMatch, TIE } from './matches.ts';

export interface SkillRating {
  readonly name: string;
  /** openskill's mean, 25 for an unknown player, and its uncertainty (a standard deviation). */
  readonly mu: number;
  readonly sigma: number;
  /** mu − 3 sigma: what it is worth at least. */
  readonly ordinal: number;
  readonly games: number;
}

/**
 * Ratings for matches of any number of players (Weng and Lin's Bayesian approximation of Plackett–Luce, by openskill). The method goes match by
 * match, so its result depends on their order; here they are always taken in one order, that of a hash of what happened. The same set of
 * matches gives the same ratings, however and whenever they came in.
 */
export function skillRatings(matches: readonly RatedMatch[]): SkillRating[] {
  const ratings = new Map(namesIn(matches).map((name) => [name, { ...rating(), games: 0 }]));
  for (const { all } of inCanonicalOrder(matches)) {
    if (all.length < 2) continue;
    const teams = all.map(({ name }) => [ratings.get(name)!]);
    const rank = all.map(({ share }) => all.filter((other) => other.share > share + TIE).length + 1);
    rate(teams, { rank }).forEach(([after], i) => {
      const before = ratings.get(all[i].name)!;
      ratings.set(all[i].name, { mu: after.mu, sigma: after.sigma, games: before.games + 1 });
    });
  }
  return [...ratings]
    .map(([name, { mu, sigma, games }]) => ({ name, mu, sigma, ordinal: mu - 3 * sigma, games }))
    .sort((a, b) => b.mu - a.mu || (a.name < b.name ? -1 : 1));
}

function inCanonicalOrder(matches: readonly RatedMatch[]) {
  const keyed = matches.map((match) => {
    const all = participants(match);
    const key = all.map(({ name, share }) => `${name} ${share.toFixed(6)}`).join('|');
    return { all, key };
  });
  // Matches with the same key change nothing by changing places; each further one of them is moved elsewhere in the order.
  const seen = new Map<string, number>();
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const placed = keyed.map((each) => {
    const count = (seen.get(each.key) ?? 0) + 1;
    seen.set(each.key, count);
    return { all: each.all, key: each.key, place: hashText(`${count} ${each.key}`) };
  });
  return placed.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1));
}
