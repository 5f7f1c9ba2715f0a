import type { Viewer } from '@ludus/viewer/player.ts';

/** By seat and round: the values that tell who is in front, as far as the match has been looked through. */
export function leadCurves({
  timeline,
  analysis,
}: Pick<Viewer, 'timeline' | 'analysis'>): readonly (readonly number[])[] {
  const at = timeline.value?.view.charts.findIndex(({ isLead }) => isLead) ?? -1;
  return analysis.value?.curves[Math.max(0, at)] ?? [];
}
