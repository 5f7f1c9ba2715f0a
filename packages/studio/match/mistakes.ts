import type { Timeline } from '@ludus/viewer/view.ts';
import { placeOf } from './place.ts';

/** Maximum number of listed moments. */
const MAX_MISTAKES = 5;

/** The part of an explanation by `@ludus/lab` from which mistakes are derived. */
export interface MatchExplanation {
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

/** A moment of a match from which the person can make another attempt. */
export interface Mistake {
  /** The mistake's id, unique within a match. */
  readonly id: string;
  readonly round: number;
  /** The round at which the attempt starts. */
  readonly from: number;
  /** A sentence about the mistake. */
  readonly text: string;
  /** A sentence about a better move, if one is known. */
  readonly better: string | undefined;
  /** The mishap to avoid, if the mistake was a mishap. */
  readonly mishap: string | undefined;
}

/** A mishap of the seat for which the match is explained. */
export interface Mishap {
  readonly id: string;
  readonly round: number;
}

export const mishapsOf = ({ moments }: Pick<MatchExplanation, 'moments'>): Mishap[] =>
  moments.filter(({ kind }) => kind === 'mishap').map(({ id, round }) => ({ id, round }));

/** Number of rounds after the original mishap during which the mishap must not happen again. */
const AFTER = 4;

/** Whether an attempt avoided the mishap; undefined if the mistake wasn't a mishap. */
export const isAvoided = ({ mishap, from, round }: Mistake, again: readonly Mishap[]): boolean | undefined =>
  mishap === undefined
    ? undefined
    : !again.some((each) => each.id === mishap && each.round >= from && each.round <= round + AFTER);

/** The worst moments of a seat in a match, in ascending order of their rounds. */
export function mistakesOf({ moments, turningPoint }: MatchExplanation): Mistake[] {
  const isOfTurn = ({ round }: { round: number }) =>
    turningPoint !== null && round >= turningPoint.from && round <= turningPoint.to;
  const worst = moments.filter(({ kind }) => kind !== 'turn').sort((one, other) => other.weight - one.weight);
  // The turning point itself is treated as a mistake if no other moment explains it.
  const isUnexplained = turningPoint && turningPoint.after < turningPoint.before && !worst.some(isOfTurn);
  const turn = isUnexplained ? moments.filter(({ kind }) => kind === 'turn') : [];
  return [...worst, ...turn]
    .slice(0, MAX_MISTAKES)
    .sort((one, other) => one.round - other.round)
    .map(({ round, kind, id, text, better }) => ({
      id: `${id} ${round}`,
      round,
      from: kind === 'turn' ? round : (better?.round ?? Math.max(0, round - 1)),
      text: kind === 'missed' ? `a missed chance: ${text[0].toLowerCase()}${text.slice(1)}` : text,
      mishap: kind === 'mishap' ? id : undefined,
      better: better ? `In round ${better.round}, ${better.text} would have been better.` : undefined,
    }));
}

/** A seat's place and score in a round. */
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
 * Compares an attempt with the match. `until`: the round in which the person gave up; undefined if the person didn't
 * give up. `avoided`: whether the attempt avoided the mishap; undefined if the mistake wasn't a mishap.
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
        : 'It went the same as in the match';
  const when = until === undefined ? '' : ` up to round ${until}`;
  const first = avoided === undefined ? '' : avoided ? 'You avoided it. ' : 'It happened again. ';
  return {
    isBetter: gain > 0 || (gain === 0 && avoided === true),
    sentence: `${first}${how}${when}: ${compared('place', before.place, now.place)}, ${compared('score', before.score, now.score)}.`,
  };
}

const compared = (word: string, before: number, now: number): string =>
  now === before ? `${word} ${now}` : `${word} ${now} instead of ${before}`;

/** Maximum number of matches with stored solutions. The oldest are deleted. */
const MAX_MATCHES = 50;

/** The mistakes that were solved, by match. */
export type SolvedMistakes = readonly (readonly [match: string, ids: readonly string[]])[];

/** Parses the stored solutions. */
export const readSolved = (kept: unknown): SolvedMistakes =>
  Array.isArray(kept) ? kept.filter((each) => Array.isArray(each) && Array.isArray(each[1])) : [];

export const solvedIn = (solved: SolvedMistakes, match: string): readonly string[] =>
  solved.find(([each]) => each === match)?.[1] ?? [];

/** Adds a solution, and moves its match to the newest end of the list. */
export const withSolved = (solved: SolvedMistakes, match: string, id: string): SolvedMistakes =>
  [
    ...solved.filter(([each]) => each !== match),
    [match, [...new Set([...solvedIn(solved, match), id])]] as const,
  ].slice(-MAX_MATCHES);

/** The index of the next unsolved mistake after the index `after`. The search wraps around at the end. */
export function nextMistake(
  mistakes: readonly Mistake[],
  solved: readonly string[],
  after: number,
): number | undefined {
  const order = mistakes.map((_, step) => (after + 1 + step) % mistakes.length);
  return order.find((at) => at !== after && !solved.includes(mistakes[at].id));
}
