import { fitRatings, type PlacedMatch } from '@ludus/lab/statistics.ts';
import type { LiveVersion, MatchResult } from '../words.ts';
import { START } from './history.ts';

/** A row of the table, without names. */
export interface RatedVersion {
  /** The place, from 1; versions with the same rating share a place. */
  readonly place: number;
  readonly version: number;
  readonly entrant: number;
  /** The rating in Elo; 1500 is the mean of the listed versions. The rating and the interval are rounded to 0.01. */
  readonly rating: number;
  /** Half the width of the 95% interval. */
  readonly plusMinus: number;
  readonly games: number;
}

/**
 * Computes the official table: a maximum-likelihood fit of all results, from scratch. Retired versions and built-in
 * bots are fitted but not listed. The prior for a version's strength is the strength of its last predecessor that has
 * played, as if the two had tied a match. Until a version has played, it has that predecessor's rating with a wide
 * interval. The order of the results doesn't matter.
 */
export function table(results: readonly MatchResult[], live: readonly LiveVersion[]): RatedVersion[] {
  const listed = live.filter(({ builtin }) => builtin === undefined);
  const index = new Map<number, number>();
  const numbers = [
    ...listed.map(({ version }) => version),
    ...results.flatMap(({ seats }) => seats.map(({ version }) => version)),
  ].sort((one, other) => one - other);
  for (const version of numbers) if (!index.has(version)) index.set(version, index.size);
  const matches = results.toSorted((one, other) => one.match - other.match).map((result) => placedMatch(result, index));
  const played = new Set(results.flatMap(({ seats }) => seats.map(({ version }) => version)));
  const follows = new Map<number, number>();
  for (const { version, before = [] } of listed) {
    const last = before.find((each) => played.has(each));
    if (last !== undefined) follows.set(index.get(version)!, index.get(last)!);
  }
  const fitted = fitRatings(index.size, matches, {
    asked: listed.map(({ version }) => index.get(version)!),
    follows,
    isFieldPrior: true,
  });
  const rows = listed
    .map(({ version, entrant }, i) => ({
      version,
      entrant,
      elo: fitted[i].elo,
      rating: Math.round(100 * (START + fitted[i].elo)) / 100,
      plusMinus: fitted[i].margin,
      games: fitted[i].games,
    }))
    .sort((one, other) => other.elo - one.elo || one.version - other.version);
  let place = 1;
  return rows.map(({ elo, ...row }, at) => {
    if (at > 0 && elo < rows[at - 1].elo) place = at + 1;
    return { place, ...row };
  });
}

/** Converts a match for the rating. A version in several seats gets the mean of their places. */
function placedMatch({ seats }: MatchResult, index: ReadonlyMap<number, number>): PlacedMatch {
  const versions = [...new Set(seats.map(({ version }) => version))].sort((one, other) => one - other);
  const places = versions.map((version) => {
    const own = seats.filter((seat) => seat.version === version);
    return own.reduce((sum, { place }) => sum + place, 0) / own.length;
  });
  return { players: versions.map((version) => index.get(version)!), places };
}
