import type { Cause, Mark } from '../view/view.ts';
import type { Analysis } from './analysis.ts';
import type { Viewer } from './state.ts';

/** The share (0…1) of the way to a mark's round at which games show what happened. */
const IMPACT = 0.6;
/** Time before and after a loss in which playback is slower, in milliseconds of a replay at ×1. */
const LEAD_MS = 260;
const TAIL_MS = 520;
/** All losses together make a match longer by this share, but each of them takes at least and at most so many milliseconds more. */
const SHARE = 0.35;
const LEAST_MS = 250;
const MOST_MS = 1000;
/** The part of the bump's box that is below it, on each side. */
const BUMP_AREA = 8 / 15;

/** A mark with a cause, and when it is seen: rounds, with fractions. */
export interface Moment {
  readonly at: number;
  readonly mark: Mark;
  readonly cause: Cause;
}

/** When a mark is seen: rounds, with fractions. */
export const seenAt = ({ round }: Mark): number => round - 1 + IMPACT;

interface Found {
  looked: number;
  /** Rounds with a moment in them. */
  rounds: number;
  readonly moments: Moment[];
}
const found = new WeakMap<Analysis, Found>();

function foundIn(analysis: Analysis): Found {
  let known = found.get(analysis);
  if (known === undefined) {
    known = { looked: 0, rounds: 0, moments: [] };
    found.set(analysis, known);
  }
  for (; known.looked < analysis.marks.length; known.looked++) {
    const mark = analysis.marks[known.looked];
    if (mark.cause === undefined) continue;
    if (known.moments.at(-1)?.mark.round !== mark.round) known.rounds++;
    known.moments.push({ at: seenAt(mark), mark, cause: mark.cause });
  }
  return known;
}

/** Returns the losses that have a cause, in order. */
export const momentsOf = ({ analysis }: Viewer): readonly Moment[] =>
  analysis.value === undefined ? [] : foundIn(analysis.value).moments;

/** Whether playing slows down: not if someone turned it off or wants less motion, nor in a match that is still played. */
export const isDirected = ({ slows, calm, live }: Viewer): boolean => slows.value && !calm.value && !live.value;

/** How many times as long as others a moment of playing takes, by its position in rounds: 1 away from losses. */
export function slowness(viewer: Viewer, position: number): number {
  const analysis = viewer.analysis.value;
  const timeline = viewer.timeline.value;
  if (analysis === undefined || timeline === undefined) return 1;
  const { moments, rounds } = foundIn(analysis);
  if (moments.length === 0) return 1;
  const { delayMs } = timeline.view;
  const extra = Math.min(MOST_MS, Math.max(LEAST_MS, (SHARE * timeline.planned * delayMs) / rounds));
  let most = 0;
  for (const { at } of moments) {
    const away = (position - at) * delayMs;
    if (away > TAIL_MS) continue;
    if (away < -LEAD_MS) break;
    most = Math.max(most, (1 - (away / (away < 0 ? LEAD_MS : TAIL_MS)) ** 2) ** 2);
  }
  return 1 + (most * extra) / (BUMP_AREA * (LEAD_MS + TAIL_MS));
}
