import type { Timeline } from '../view/view.ts';
import { sidesOf } from './sides.ts';
import type { ChancePoint, Viewer } from './state.ts';

/** The index of the chart with the chances of winning. This chart comes before the game's charts. */
export const CHANCES = -1;

/** Explains to users how the chances are calculated. */
export const HOW_FOUND =
  'In some rounds, quick built-in bots took over all seats and played the rest of the match six times. The chance shows how good the position was, not how good the bot was.';

/**
 * With more than two sides, the chance is the mean of the chances against each opponent, so one half means an even
 * position.
 */
export const chancesTitle = (timeline: Timeline): string =>
  sidesOf(timeline).length > 2 ? 'Chance of winning against each opponent' : 'Chance of winning';

/** The chances by seat and round, interpolated linearly between the sampled rounds. */
export function chancesByRound(points: readonly ChancePoint[], seats: number): (number | null)[][] {
  const rounds = 1 + (points.at(-1)?.round ?? -1);
  return Array.from({ length: seats }, (_, seat) =>
    Array.from({ length: rounds }, (_, round) => chanceAt(points, seat, round) ?? null),
  );
}

/** The chance of a seat in a round, 0…1; undefined if it isn't known. */
export function chanceAt(points: readonly ChancePoint[], seat: number, round: number): number | undefined {
  const after = points.findIndex((point) => point.round >= round);
  if (after < 0 || points[0].round > round) return undefined;
  const [from, to] = [points[Math.max(0, after - 1)], points[after]];
  const share = to.round === from.round ? 1 : (round - from.round) / (to.round - from.round);
  return (1 - share) * from.bySeat[seat] + share * to.bySeat[seat];
}

export const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '–' : `${Math.round(100 * share)}%`;

/**
 * Maximum width at which the chances are hidden by default, in pixels, because there is no room above the scrub bar.
 */
const NARROW = 640;

export const hasChances = (viewer: Viewer): boolean =>
  viewer.chances.value.length > 1 && viewer.timeline.value !== undefined && !viewer.live.value;

/** Whether the chances are shown above the scrub bar. */
export const showsChances = (viewer: Viewer): boolean =>
  hasChances(viewer) && (viewer.chancesOpen.value ?? viewer.width.value > NARROW);

/** Shows or hides the chances. Returns false if the match has no chances. */
export function toggleChances(viewer: Viewer): boolean {
  if (!hasChances(viewer)) return false;
  viewer.chancesOpen.value = !showsChances(viewer);
  return true;
}
