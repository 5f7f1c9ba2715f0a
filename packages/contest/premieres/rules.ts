import type { MatchState } from '../words.ts';

/**
 * The rules of premieres. All spectators of a contest see a match of the ladder at the same moment, after calling its
 * winner. Times are in milliseconds.
 */

/** Minimum time for calling the winner before a match with an unknown result, in milliseconds. */
const CARD_MS = 25_000;
/** Time before a repeat, in milliseconds. The winner of a repeat can't be called. */
const REPEAT_CARD_MS = 8_000;
/**
 * Minimum time between the server's discovery that the match has been played and the premiere's start, in milliseconds.
 */
const LEAD_MS = 3_000;
/** Time for which the result stays visible before the next premiere is chosen, in milliseconds. */
export const RESULT_MS = 20_000;
/** Time after which a chosen match that hasn't been played is replaced, in milliseconds. */
export const PATIENCE_MS = 180_000;
/** Duration of a round, and limits for the duration of the whole match, in milliseconds. */
const ROUND_MS = 200;
const SHOW_MS = { least: 12_000, most: 60_000 } as const;

/** The stored times of a premiere. */
export interface PremiereTimes {
  /** Whether the match's result was public before the match was chosen. */
  readonly known: boolean;
  readonly opened: Date;
  /** The start and end of the premiere; null until the match has been played. */
  readonly starts: Date | null;
  readonly ends: Date | null;
  /** Whether the calls have been counted. */
  readonly settled: boolean;
}

/**
 * The next step: `abandon` a match that isn't played, `start` a match that was played, count the calls (`settle`), or
 * `draw` the next premiere.
 */
export type PremiereStep = 'draw' | 'abandon' | 'start' | 'settle' | 'none';

/** Returns a premiere's next step. `state`: the match's state; undefined if the match was deleted. */
export function nextStep(premiere: PremiereTimes | undefined, state: MatchState | undefined, now: Date): PremiereStep {
  if (!premiere) return 'draw';
  const { opened, starts, ends, settled } = premiere;
  if (starts === null || ends === null) {
    if (state === 'done') return 'start';
    return state === undefined || state === 'void' || +now - +opened > PATIENCE_MS ? 'abandon' : 'none';
  }
  if (+now < +ends) return 'none';
  if (!settled) return 'settle';
  return +now < +ends + RESULT_MS ? 'none' : 'draw';
}

/** Returns the start and end of a premiere whose match has been played. */
export function showTimes(
  { opened, known }: Pick<PremiereTimes, 'opened' | 'known'>,
  rounds: number,
  now: Date,
): { readonly starts: Date; readonly ends: Date } {
  const card = known ? REPEAT_CARD_MS : CARD_MS;
  const starts = Math.max(+opened + card, +now + LEAD_MS);
  const show = Math.min(SHOW_MS.most, Math.max(SHOW_MS.least, rounds * ROUND_MS));
  return { starts: new Date(starts), ends: new Date(starts + show) };
}

/**
 * Checks whether a match's result is secret: until its premiere ends, or for at most 2 × `PATIENCE_MS` if the premiere
 * doesn't start.
 */
export const isSecret = ({ opened, ends, known }: Omit<PremiereTimes, 'settled' | 'starts'>, now: Date): boolean =>
  !known && +now < (ends === null ? +opened + 2 * PATIENCE_MS : +ends);

/** The place and rating of a side on the ladder, which determine the choice of a premiere's match. */
export interface RatedSide {
  readonly place: number;
  readonly rating: number;
}

/**
 * Rates the expected interest of a match with an unknown result: higher if its two best sides are close, and high on
 * the ladder. Matches without two rated sides have the lowest value.
 */
export function promiseOf(sides: readonly (RatedSide | undefined)[]): number {
  const [first, second] = sides.filter((side) => side !== undefined).sort((one, other) => other.rating - one.rating);
  if (!first || !second) return 0;
  return 1 / (1 + (first.rating - second.rating) / 100) + 1 / (1 + first.place);
}

/**
 * Rates how interesting a match was: higher if the match was close, or if the winner is far below another side.
 *
 * @param result by side
 */
export function interestOf(
  sides: readonly (RatedSide | undefined)[],
  result: readonly { readonly score: number; readonly place: number }[],
): number {
  const scores = result.map(({ score }) => score).sort((one, other) => other - one);
  const spread = Math.abs(scores[0] - scores.at(-1)!) || 1;
  const closeness = 1 - Math.min(1, (scores[0] - (scores[1] ?? scores[0])) / spread);
  const winner = sides[result.findIndex(({ place }) => place === Math.min(...result.map((each) => each.place)))];
  const best = Math.max(...sides.map((side) => side?.rating ?? Number.NEGATIVE_INFINITY));
  const upset = winner ? Math.min(1, Math.max(0, (best - winner.rating) / 200)) : 0;
  return closeness + upset;
}

/**
 * Returns the points of calls, by side: a sole winner earns one point for each other side, and joint winners share
 * these points.
 *
 * @param places by side; 1 is best, and ties share a place
 */
export function pointsOf(places: readonly number[]): number[] {
  const best = Math.min(...places);
  const winners = places.filter((place) => place === best).length;
  const points = Math.round((100 * (places.length - winners)) / winners) / 100;
  return places.map((place) => (place === best ? points : 0));
}
