import type { Viewer } from '@ludus/viewer/player.ts';

/** Returns the values that determine the lead, by seat and round, for the rounds that have been analysed so far. */
export function leadCurves({
  timeline,
  analysis,
}: Pick<Viewer, 'timeline' | 'analysis'>): readonly (readonly number[])[] {
  const at = timeline.value?.view.charts.findIndex(({ isLead }) => isLead) ?? -1;
  return analysis.value?.curves[Math.max(0, at)] ?? [];
}
