import type { Timeline } from '@ludus/viewer/view.ts';
import { placeOf } from './place.ts';

/** At most this number of moments are listed. */
const MAX_MISTAKES = 5;

/** The part of an explanation that mistakes come from; `@ludus/lab` makes them. */
export interface Explained {
  readonly turningPoint: {
    readonly from: number;
    readonly to: number;
    readonly before: number;
    readonly after: number;
  } | null;
  readonly moments: readonly {
    readonly round: number;
    readonly kind: 'mishap' | 'missed' | 'turn';
    readonly id: string;
    readonly text: string;
    readonly weight: number;
    readonly better: { readonly round: number; readonly text: string } | null;
  }[];
}

/** A moment of a match to try again. */
export interface Mistake {
  /** Unique in a match. */
  readonly id: string;
  readonly round: number;
  /** The round from which it is tried again. */
  readonly from: number;
  /** A sentence. */
  readonly text: string;
  /** A message about a move that would have avoided it. */
  readonly better: string | undefined;
  /** Whose kind must not happen again, if it was a mishap. */
  readonly mishap: string | undefined;
}

/** Something that went wrong in a match for the seat that it is explained to. */
export interface Mishap {
  readonly id: string;
  readonly round: number;
}

export const mishapsOf = ({ moments }: Pick<Explained, 'moments'>): Mishap[] =>
  moments.filter(({ kind }) => kind === 'mishap').map(({ id, round }) => ({ id, round }));

/** The rounds after a mishap in which the same must not happen. */
const AFTER = 4;

/** Whether a mishap didn't happen again in a new try; undefined if the mistake was none. */
export const isAvoided = ({ mishap, from, round }: Mistake, again: readonly Mishap[]): boolean | undefined =>
  mishap === undefined
    ? undefined
    : !again.some((each) => each.id === mishap && each.round >= from && each.round <= round + AFTER);

/** The worst moments of a match for a seat, in order of the rounds. */
export function mistakesOf({ moments, turningPoint }: Explained): Mistake[] {
  const isOfTurn = ({ round }: { round: number }) =>
    turningPoint !== null && round >= turningPoint.from && round <= turningPoint.to;
  const worst = moments.filter(({ kind }) => kind !== 'turn').sort((one, other) => other.weight - one.weight);
  // The turn itself is a mistake if there is no explanation for it.
  const isUnexplained = turningPoint && turningPoint.after < turningPoint.before && !worst.some(isOfTurn);
  const turn = isUnexplained ? moments.filter(({ kind }) => kind === 'turn') : [];
  return [...worst, ...turn]
    .slice(0, MAX_MISTAKES)
    .sort((one, other) => one.round - other.round)
    .map(({ round, kind, id, text, better }) => ({
      id: `${id} ${round}`,
      round,
      from: kind === 'turn' ? round : (better?.round ?? Math.max(0, round - 1)),
      text: kind === 'missed' ? `a chance was missed: ${text[0].toLowerCase()}${text.slice(1)}` : text,
      mishap: kind === 'mishap' ? id : undefined,
      better: better ? `In round ${better.round} it would have gone well with ${better.text}.` : undefined,
    }));
}

/** How a seat is doing in a round. */
export interface Standing {
  readonly place: number;
  readonly score: number;
}

export function standingAt(timeline: Timeline, seat: number, round: number): Standing {
  const frame = timeline.frame(Math.min(round, timeline.last));
  const scores = timeline.view.seats(frame).map(({ score }) => Number(score));
  return placeOf(scores, seat, timeline.teams);
}

export interface Judgement {
  readonly isBetter: boolean;
  readonly sentence: string;
}

/**
 * Compares a new try with the match. `until`: the round in which the person gave up; undefined: it was played to its end. `avoided`:
 * whether the mishap didn't happen again; undefined if the mistake was none.
 */
export function judge(
  { round }: Pick<Mistake, 'round'>,
  before: Standing,
  now: Standing,
  until: number | undefined,
  avoided: boolean | undefined,
): Judgement {
  if (until !== undefined && until <= round)
    return {
      isBetter: false,
      sentence: `You stopped in round ${until}. Play on past round ${round} to see if it goes better.`,
    };
  const gain = before.place - now.place || now.score - before.score;
  const how =
    gain > 0
      ? 'It went better than in the match'
      : gain < 0
        ? 'It went worse than in the match'
        : 'It went as in the match';
  const when = until === undefined ? '' : ` up to round ${until}`;
  const first = avoided === undefined ? '' : avoided ? 'You avoided it. ' : 'It happened again. ';
  return {
    isBetter: gain > 0 || (gain === 0 && avoided === true),
    sentence: `${first}${how}${when}: ${compared('place', before.place, now.place)}, ${compared('score', before.score, now.score)}.`,
  };
}

const compared = (word: string, before: number, now: number): string =>
  now === before ? `${word} ${now}` : `${word} ${now} instead of ${before}`;

/** The matches whose solved mistakes are kept; the oldest go. */
const MAX_MATCHES = 50;

/** The mistakes that were solved, by match. */
export type Solved = readonly (readonly [match: string, ids: readonly string[]])[];

/** Reads them from what a browser kept. */
export const readSolved = (kept: unknown): Solved =>
  Array.isArray(kept) ? kept.filter((each) => Array.isArray(each) && Array.isArray(each[1])) : [];

export const solvedIn = (solved: Solved, match: string): readonly string[] =>
  solved.find(([each]) => each === match)?.[1] ?? [];

/** The same with one more, as the newest match. */
export const withSolved = (solved: Solved, match: string, id: string): Solved =>
  [
    ...solved.filter(([each]) => each !== match),
    [match, [...new Set([...solvedIn(solved, match), id])]] as const,
  ].slice(-MAX_MATCHES);

/** The next mistake that isn't solved, after one of them; around the end, it begins again. */
export function nextMistake(
  mistakes: readonly Mistake[],
  solved: readonly string[],
  after: number,
): number | undefined {
  const order = mistakes.map((_, step) => (after + 1 + step) % mistakes.length);
  return order.find((at) => at !== after && !solved.includes(mistakes[at].id));
}
