import type { Cause, Mark } from '../view/view.ts';
import type { Analysis } from './analysis.ts';
import type { Viewer } from './state.ts';

/** The point in the transition to a mark's round at which games show the event, as a share (0…1) of the transition. */
const IMPACT = 0.6;
/** Time before and after a loss in which playback is slower, in milliseconds at speed ×1. */
const LEAD_MS = 260;
const TAIL_MS = 520;
/**
 * Share by which all losses together lengthen a match, and minimum and maximum additional time per loss in
 * milliseconds.
 */
const SHARE = 0.35;
const MIN_EXTRA_MS = 250;
const MAX_EXTRA_MS = 1000;
/** The area below one side of the curve in `slowness`, as a share of the box around this side. */
const BUMP_AREA = 8 / 15;

/** A mark with a cause, and its display time in rounds, with fractions. */
export interface Moment {
  readonly at: number;
  readonly mark: Mark;
  readonly cause: Cause;
}

/** The display time of a mark in rounds, with fractions. */
export const seenAt = ({ round }: Mark): number => round - 1 + IMPACT;

interface FoundMoments {
  looked: number;
  /** Number of rounds with a moment. */
  rounds: number;
  readonly moments: Moment[];
}
const found = new WeakMap<Analysis, FoundMoments>();

function foundIn(analysis: Analysis): FoundMoments {
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

/** Returns the losses that have a cause, in chronological order. */
export const momentsOf = ({ analysis }: Viewer): readonly Moment[] =>
  analysis.value === undefined ? [] : foundIn(analysis.value).moments;

/**
 * Whether playback slows down at losses. Playback doesn't slow down if the user turned slow motion off or prefers
 * reduced motion, or if the match is in progress.
 */
export const isDirected = ({ slows, calm, live }: Viewer): boolean => slows.value && !calm.value && !live.value;

/**
 * The duration of the moment at a position (in rounds), relative to a normal moment. The duration is 1 if no loss is
 * near.
 */
export function slowness(viewer: Viewer, position: number): number {
  const analysis = viewer.analysis.value;
  const timeline = viewer.timeline.value;
  if (analysis === undefined || timeline === undefined) return 1;
  const { moments, rounds } = foundIn(analysis);
  if (moments.length === 0) return 1;
  const { delayMs } = timeline.view;
  const extra = Math.min(MAX_EXTRA_MS, Math.max(MIN_EXTRA_MS, (SHARE * timeline.planned * delayMs) / rounds));
  let most = 0;
  for (const { at } of moments) {
    const away = (position - at) * delayMs;
    if (away > TAIL_MS) continue;
    if (away < -LEAD_MS) break;
    most = Math.max(most, (1 - (away / (away < 0 ? LEAD_MS : TAIL_MS)) ** 2) ** 2);
  }
  return 1 + (most * extra) / (BUMP_AREA * (LEAD_MS + TAIL_MS));
}
