import type { Place } from './view.ts';

/** A cell that can be tapped while a person plays. */
interface HandMark {
  readonly place: Place;
  /** `warning`: it hurts; `chosen`: it is part of the move so far; `hint`: the advice. */
  readonly look: 'plain' | 'warning' | 'chosen' | 'hint';
}

interface HandArrow {
  readonly from: Place;
  readonly to: Place;
  readonly text: string;
}

/** The drawings over the board for the person who plays. */
export interface HandMarks {
  readonly marks: readonly HandMark[];
  readonly arrows: readonly HandArrow[];
}
