import { CHANCES, chancesByRound, chancesTitle, hasChances, percent } from './chances.ts';
import type { Viewer } from './state.ts';

/** The id of the chart that shows the share of the budget used. */
const BUDGET = 'budget';

/**
 * The share of a seat's budget that is used by the end of a round. The share is −1 after the seat was disqualified, and
 * undefined if unknown. The share comes from the sidecar if the match has one, or else from the replay.
 */
export function budgetAt(viewer: Viewer, round: number, seat: number): number | undefined {
  const known = viewer.sidecar.value?.budget;
  if (known !== undefined && known.length > 0) return round === 0 ? 0 : known[Math.min(known.length, round) - 1][seat];
  const timeline = viewer.timeline.value;
  const chart = timeline?.view.charts.findIndex(({ id }) => id === BUDGET) ?? -1;
  if (timeline === undefined || chart < 0) return undefined;
  const seen = viewer.analysis.value?.curves[chart]?.[seat]?.[round];
  return seen ?? timeline.view.charts[chart].value(timeline.frame(Math.min(round, timeline.last)), seat);
}

/** A chart's curves by seat and round; null after a player was disqualified. */
export function curvesOf(viewer: Viewer, chart: number): readonly (readonly (number | null)[])[] {
  if (chart === CHANCES) return chancesByRound(viewer.chances.value, viewer.timeline.value?.names.length ?? 0);
  const curves = viewer.analysis.value?.curves[chart] ?? [];
  if (!isBudget(viewer, chart)) return curves;
  return curves.map((curve, seat) =>
    curve.map((_, round) => {
      const share = budgetAt(viewer, round, seat);
      return share === undefined || share < 0 ? null : share;
    }),
  );
}

/** The charts with data for this match. A budget chart is left out if no player has used any budget. */
export function usedCharts(viewer: Viewer): number[] {
  const charts = viewer.timeline.value?.view.charts ?? [];
  const used = [...charts.keys()].filter(
    (chart) => !isBudget(viewer, chart) || curvesOf(viewer, chart).some((curve) => curve.some((value) => value)),
  );
  return hasChances(viewer) ? [CHANCES, ...used] : used;
}

export function chartTitle(viewer: Viewer, chart: number): string {
  const timeline = viewer.timeline.value!;
  return chart === CHANCES ? chancesTitle(timeline) : timeline.view.charts[chart].title;
}

/** A chart's value as text. */
export function shownValue(viewer: Viewer, chart: number, value: number | null | undefined): string {
  if (chart === CHANCES) return percent(value);
  if (value === null || value === undefined) return '–';
  if (isBudget(viewer, chart)) return `${Math.round(100 * value)}%`;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function isBudget(viewer: Viewer, chart: number): boolean {
  return viewer.timeline.value?.view.charts[chart]?.id === BUDGET;
}
