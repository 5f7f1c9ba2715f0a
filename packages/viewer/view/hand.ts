import type { Place } from './view.ts';

/** A cell that can be tapped while a person plays. */
interface HandMark {
  readonly place: Place;
  /**
   * `warning`: a harmful choice; `chosen`: part of the move so far; `hint`: the recommended choice; `dashed`: a move to
   * compare with the person's move.
   */
  readonly look: 'plain' | 'warning' | 'chosen' | 'hint' | 'dashed';
}

interface HandArrow {
  readonly from: Place;
  readonly to: Place;
  readonly text: string;
  /** Whether the arrow belongs to a move that is compared with the person's move. */
  readonly isDashed?: boolean;
}

/** The marks and arrows that are drawn over the board for the person who plays. */
export interface HandMarks {
  readonly marks: readonly HandMark[];
  readonly arrows: readonly HandArrow[];
}
