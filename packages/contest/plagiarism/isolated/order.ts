import type { BehaviourReport } from './behaviour-order.ts';

/** A line of the input (as JSON) of a process that compares sources. The last line is `end`. */
export type OrderLine =
  | { readonly kind: 'begin'; readonly title: string }
  /** `year`: the earlier contest; absent for this contest. */
  | {
      readonly kind: 'source';
      readonly year?: string;
      readonly name: string;
      readonly version: string;
      readonly file: string;
      readonly text: string;
      /** The time of submission. */
      readonly at?: string;
    }
  | { readonly kind: 'template'; readonly file: string; readonly text: string }
  | { readonly kind: 'end' };

/** A line of the process's output (as JSON). The last line is `done`. */
export type ReportLine =
  | { readonly kind: 'step'; readonly what: 'read' | 'compare'; readonly done: number; readonly of: number }
  | { readonly kind: 'done'; readonly report: Report };

export interface Report {
  readonly summary: Omit<Summary, 'behaviour'>;
  /** The full report as a separate page, and all pairs as CSV. */
  readonly page: string;
  readonly csv: string;
}

/** One side of a pair; `version` is a submission's number, or a file of an earlier contest. */
export interface SummarySide {
  readonly name: string;
  readonly version: string;
  readonly year: string | null;
  /** The time of submission, if known. */
  readonly at: string | null;
}

/** The data that a page shows immediately; shares are 0 to 1. */
export interface Summary {
  readonly entrants: number;
  readonly sources: number;
  /** Number of compared pairs of entrants, and number of unusual pairs (with a similarity of at least `level`). */
  readonly pairs: number;
  readonly unusual: number;
  readonly level: number;
  readonly median: number;
  readonly nearlyAll: number;
  /** Number of pairs whose sources the report shows side by side, starting with the first pair. */
  readonly shown: number;
  readonly top: readonly {
    readonly similarity: number;
    readonly unusual: boolean;
    readonly left: SummarySide;
    readonly right: SummarySide;
  }[];
  readonly groups: readonly (readonly { readonly name: string; readonly year: string | null }[])[];
  /** Sources that couldn't be compared, one message each. */
  readonly left: readonly string[];
  /** The agreement of players' choices; null if there is too little evidence. */
  readonly behaviour: BehaviourReport | null;
}
