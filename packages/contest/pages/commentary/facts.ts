import { compareSeats, type Viewer } from '@ludus/viewer/player.ts';
import type { PremiereHistory } from '../../premieres/history.ts';
import { leadCurves } from '../data/lead-curves.ts';
import type { MatchFacts } from './line.ts';

/**
 * Returns the facts of the match that a viewer shows; undefined until the match is analysed.
 *
 * @param sides seats by side, in the order of `names` and `history`
 */
export function factsOf(
  { timeline, analysis, turn }: Pick<Viewer, 'timeline' | 'analysis' | 'turn'>,
  sides: readonly (readonly number[])[],
  names: readonly string[],
  history: PremiereHistory | undefined,
): MatchFacts | undefined {
  const shown = timeline.value;
  const known = analysis.value;
  if (!shown || !known || known.done <= shown.last) return undefined;
  const sideOf = (seat: number) => sides.findIndex((side) => side.includes(seat));
  const curves = leadCurves({ timeline, analysis });
  const summaries = shown.ending === undefined ? [] : shown.view.seats(shown.frame(shown.last));
  const isBeaten = (seat: number) => summaries.some((other) => compareSeats(other, summaries[seat]) < 0);
  return {
    names,
    rounds: shown.last,
    marks: known.marks.map(({ round, kind, seat, cause }) => ({
      round,
      kind,
      side: sideOf(seat),
      by: cause === undefined ? -1 : sideOf(cause.by),
    })),
    curve: sides.map(([seat]) => curves[seat] ?? []),
    winners: summaries.length === 0 ? [] : [...sides.keys()].filter((side) => !isBeaten(sides[side][0])),
    turn: turn.value?.round,
    history,
  };
}
