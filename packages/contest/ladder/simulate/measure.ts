import type { MatchResult } from '../../words.ts';
import { NEAR } from '../draw.ts';
import { type RatedVersion, table } from '../table.ts';
import type { LiveField } from './field.ts';

/** The state of a simulated ladder at one time. */
export interface Figures {
  readonly matches: number;
  readonly live: number;
  /**
   * The highest and the lowest number of games that a version has played, among versions that have been live for at
   * least `settled` seconds.
   */
  readonly most: number;
  readonly fewest: number;
  /** The lowest number of games among all live versions that have played. */
  readonly fewestOfAll: number;
  /**
   * The largest difference between the numbers of games that one version has played in two seats, among all versions
   * that ever played.
   */
  readonly seatGap: number;
  /**
   * The share (0 to 1) of opponents whose ratings in the table differ by at most `NEAR` Elo: overall, and since all
   * entrants arrived.
   */
  readonly near: number;
  readonly nearSince: number;
  /**
   * Number of pairs that haven't met, among the first five versions that have been live for at least `settled` seconds.
   */
  readonly firstFiveApart: number;
  /**
   * Ratings compared with the true strengths: root mean square error in Elo, and the share of intervals that contain
   * the true strength.
   */
  readonly error: number;
  readonly held: number;
}

/** Measures a simulation. `from`: the index of the first result after all entrants arrived. */
export function measure(
  results: readonly MatchResult[],
  field: LiveField,
  now: number,
  settled: number,
  from = 0,
): Figures {
  const rows = table(results, field.live);
  const settledOnes = rows.filter(({ version }) => now - field.came.get(version)! >= settled);
  const ratings = ratingsOf(results, field);
  const games = settledOnes.map((row) => row.games);
  return {
    matches: results.length,
    live: rows.length,
    most: Math.max(...games),
    fewest: Math.min(...games),
    fewestOfAll: Math.min(...rows.map((row) => row.games)),
    seatGap: seatGap(results),
    near: nearShare(results, rows, ratings),
    nearSince: nearShare(results.slice(from), rows, ratings),
    firstFiveApart: apart(results, settledOnes.slice(0, 5)),
    ...closeness(settledOnes, field),
  };
}

function seatGap(results: readonly MatchResult[]): number {
  const seats = new Map<number, number[]>();
  for (const result of results)
    for (const { version, seat } of result.seats) {
      if (version < 0) continue;
      const counts = seats.get(version) ?? result.seats.map(() => 0);
      counts[seat]++;
      seats.set(version, counts);
    }
  return Math.max(0, ...[...seats.values()].map((counts) => Math.max(...counts) - Math.min(...counts)));
}

/** Returns the ratings of all versions that entrants ever had. */
function ratingsOf(results: readonly MatchResult[], field: LiveField): Map<number, number> {
  const played = new Set(results.flatMap(({ seats }) => seats.map(({ version }) => version)));
  const all = [...played].filter((version) => version > 0).map((version) => ({ version, entrant: version, since: 0 }));
  const before = new Map(field.live.map((each) => [each.version, each.before]));
  const listed = all.map((each) => ({ ...each, before: before.get(each.version) ?? [] }));
  return new Map(table(results, listed).map(({ version, rating }) => [version, rating]));
}

/**
 * Returns the share of near opponents among all opponents of the versions in the table. Replaced versions are included
 * as opponents, but built-in bots aren't.
 */
function nearShare(
  results: readonly MatchResult[],
  rows: readonly RatedVersion[],
  rating: ReadonlyMap<number, number>,
): number {
  const listed = new Set(rows.map(({ version }) => version));
  let [near, all] = [0, 0];
  for (const { seats } of results)
    for (const one of seats) {
      if (!listed.has(one.version)) continue;
      for (const other of seats) {
        const [a, b] = [rating.get(one.version), rating.get(other.version)];
        if (a === undefined || b === undefined || one.version === other.version) continue;
        all++;
        if (Math.abs(a - b) <= NEAR) near++;
      }
    }
  return near / Math.max(1, all);
}

/** Counts the pairs that have never met. */
function apart(results: readonly MatchResult[], rows: readonly RatedVersion[]): number {
  const met = (a: number, b: number) =>
    results.some(
      ({ seats }) => seats.some(({ version }) => version === a) && seats.some(({ version }) => version === b),
    );
  return rows.flatMap((one, i) => rows.slice(i + 1).filter((other) => !met(one.version, other.version))).length;
}

function closeness(rows: readonly RatedVersion[], field: LiveField): { error: number; held: number } {
  const truth = rows.map(({ version }) => field.strengths.get(version)!);
  const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length);
  const shift = mean(rows.map(({ rating }) => rating)) - mean(truth);
  const errors = rows.map(({ rating }, i) => rating - shift - truth[i]);
  return {
    error: Math.sqrt(mean(errors.map((error) => error ** 2))),
    held: mean(errors.map((error, i) => (Math.abs(error) <= rows[i].plusMinus ? 1 : 0))),
  };
}
