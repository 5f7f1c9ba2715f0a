/** The messages to the process of the crowd (crowd-process.ts). Plain data. */
export interface CrowdPlan {
  /** Each tab has one of them, in turn: `http://127.0.0.1:3000`. */
  readonly servers: readonly string[];
  /** The contest's short name. */
  readonly contest: string;
  /** Tabs of people who only look on. */
  readonly watchers: number;
  readonly entrants: readonly CrowdEntrant[];
  /** Until all tabs are open, in milliseconds; nothing is measured meanwhile. */
  readonly arriveMs: number;
  /** All submit within this time, in milliseconds, each at a different moment. */
  readonly submitMs: number;
  /** How long a page is examined before another one is opened, in milliseconds: the mean. */
  readonly dwellMs: number;
  readonly seed: number;
}

export interface CrowdEntrant {
  /** A session's, as browsers send it: `ludus=ls_…`. */
  readonly cookie: string;
  readonly file: string;
  readonly text: string;
}

/** From the crowd's process. */
export type FromCrowd =
  /** All tabs are open. */
  { readonly kind: 'there' } | { readonly kind: 'done'; readonly report: CrowdReport };

export interface CrowdReport {
  /** Milliseconds from the request to the last byte of the answer, by route; `page` and `assets` are what a browser loads first. */
  readonly answers: Readonly<Record<string, readonly number[]>>;
  /** Responses other than 200: counts by route and status. */
  readonly failures: Readonly<Record<string, number>>;
  /** How many submissions were accepted: their entrants' indices with their numbers. */
  readonly accepted: readonly { readonly entrant: number; readonly number: number }[];
  /** The events that the tabs received, and how often a connection broke. */
  readonly events: number;
  readonly broken: number;
  /** Seconds for which it was measured, and of the process's own CPU time. */
  readonly seconds: number;
  readonly ownSeconds: number;
}

/** The value below which the share `q` (0…1) of the numbers lies; 0 of none. */
export function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}
