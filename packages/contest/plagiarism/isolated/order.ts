import type { BehaviourReport } from './behaviour-order.ts';

/** The input of a process that compares, one line of JSON each, until `end`. */
export type OrderLine =
  | { readonly kind: 'begin'; readonly title: string }
  /** `year`: of which earlier contest; absent for this one. */
  | {
      readonly kind: 'source';
      readonly year?: string;
      readonly name: string;
      readonly version: string;
      readonly file: string;
      readonly text: string;
      /** When it was submitted. */
      readonly at?: string;
    }
  | { readonly kind: 'template'; readonly file: string; readonly text: string }
  | { readonly kind: 'end' };

/** Its output, one line of JSON each; `done` is the last. */
export type ReportLine =
  | { readonly kind: 'step'; readonly what: 'read' | 'compare'; readonly done: number; readonly of: number }
  | { readonly kind: 'done'; readonly report: Report };

export interface Report {
  readonly summary: Omit<Summary, 'behaviour'>;
  /** The whole report as a separate page, and all pairs as CSV. */
  readonly page: string;
  readonly csv: string;
}

/** One side of a pair; `version` is a submission's number, or a file of an earlier contest. */
export interface SummarySide {
  readonly name: string;
  readonly version: string;
  readonly year: string | null;
  /** When it was submitted, if that is known. */
  readonly at: string | null;
}

/** The data that a page shows at once; shares are 0 … 1. */
export interface Summary {
  readonly entrants: number;
  readonly sources: number;
  /** Pairs of entrants, and those that stand out: from `level` on. */
  readonly pairs: number;
  readonly unusual: number;
  readonly level: number;
  readonly median: number;
  readonly nearlyAll: number;
  /** The first so many stand side by side in the report. */
  readonly shown: number;
  readonly top: readonly {
    readonly similarity: number;
    readonly unusual: boolean;
    readonly left: SummarySide;
    readonly right: SummarySide;
  }[];
  readonly groups: readonly (readonly { readonly name: string; readonly year: string | null }[])[];
  /** Sources that could not be compared, one message each. */
  readonly left: readonly string[];
  /** The groups whose players play alike; null if there is too little evidence. */
  readonly behaviour: BehaviourReport | null;
}
