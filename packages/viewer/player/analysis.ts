import type { Mark, Timeline } from '../view/view.ts';
import { calledAt } from './sides.ts';

/**
 * The facts about a whole match: marks for the scrub bar, and a curve per chart and seat. Marks and values are added as
 * rounds are analysed.
 */
export interface Analysis {
  /** Rounds 0 to done − 1 have been analysed. */
  done: number;
  readonly marks: Mark[];
  /** The values of the curves: `curves[chart][seat][round]`. */
  readonly curves: number[][][];
}

export function newAnalysis(timeline: Timeline): Analysis {
  return { done: 0, marks: [], curves: timeline.view.charts.map(() => timeline.names.map(() => [])) };
}

/**
 * Analyses rounds, from `done` on, until `enough` returns true. Returns true if all available rounds have been
 * analysed.
 */
export function analyse(timeline: Timeline, analysis: Analysis, enough: () => boolean): boolean {
  const { view } = timeline;
  const names = timeline.names.map((_, seat) => calledAt(timeline, seat));
  while (analysis.done <= timeline.last) {
    if (enough()) return false;
    const round = analysis.done;
    const frame = timeline.frame(round);
    // Stops if an error in the replay was found while the frame was read.
    if (round > timeline.last) break;
    for (const [index, chart] of view.charts.entries())
      for (const seat of timeline.names.keys()) analysis.curves[index][seat][round] = chart.value(frame, seat);
    if (round > 0) {
      const found = view.marks(timeline.frame(round - 1), frame, names);
      for (const mark of found) analysis.marks.push({ ...mark, round });
    }
    analysis.done = round + 1;
  }
  return true;
}

export type HeatKind = 'were' | 'died';

/** By cell, rows × columns: the number of times that a seat's units were in the cell, or died in it. */
export interface Heat {
  readonly seat: number;
  readonly kind: HeatKind;
  readonly cells: Float32Array;
  most: number;
  done: number;
}

export function newHeat(timeline: Timeline, seat: number, kind: HeatKind): Heat {
  return { seat, kind, cells: new Float32Array(timeline.rows * timeline.columns), most: 0, done: 0 };
}

export function gatherHeat(timeline: Timeline, heat: Heat, enough: () => boolean): boolean {
  const { view, columns } = timeline;
  while (heat.done <= timeline.last) {
    if (enough()) return false;
    const frame = timeline.frame(heat.done);
    const add = (place: { row: number; column: number }, weight: number) => {
      const cell = place.row * columns + place.column;
      heat.cells[cell] += weight;
      heat.most = Math.max(heat.most, heat.cells[cell]);
    };
    if (heat.kind === 'were') view.presence(frame, heat.seat, add);
    else if (heat.done > 0) view.losses(timeline.frame(heat.done - 1), frame, heat.seat, add);
    heat.done++;
  }
  return true;
}
