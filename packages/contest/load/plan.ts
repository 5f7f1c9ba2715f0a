/** The messages to the crowd's process (crowd-process.ts), as plain data. */
export interface CrowdPlan {
  /** The servers' addresses, assigned to tabs in turn: `http://127.0.0.1:3000`. */
  readonly servers: readonly string[];
  /** The contest's short name. */
  readonly contest: string;
  /** Number of spectators' tabs. */
  readonly watchers: number;
  readonly entrants: readonly CrowdEntrant[];
  /** Time until all tabs are open, in milliseconds; nothing is measured until then. */
  readonly arriveMs: number;
  /** Time within which all entrants submit, each at a random moment, in milliseconds. */
  readonly submitMs: number;
  /** Mean time for which a page stays open, in milliseconds. */
  readonly dwellMs: number;
  readonly seed: number;
}

export interface CrowdEntrant {
  /** A session's cookie, as browsers send it: `ludus=ls_…`. */
  readonly cookie: string;
  readonly file: string;
  readonly text: string;
}

/** A message from the crowd's process. */
export type CrowdMessage =
  /** All tabs are open. */
  { readonly kind: 'there' } | { readonly kind: 'done'; readonly report: CrowdReport };

export interface CrowdReport {
  /**
   * Milliseconds from the request to the last byte of the reply, by route; `page` and `assets` are a browser's first
   * requests.
   */
  readonly answers: Readonly<Record<string, readonly number[]>>;
  /** Number of responses with a status other than 200, by route and status. */
  readonly failures: Readonly<Record<string, number>>;
  /** The accepted submissions: each submission's entrant (its index) and number. */
  readonly accepted: readonly { readonly entrant: number; readonly number: number }[];
  /** Number of received events, and number of broken connections. */
  readonly events: number;
  readonly broken: number;
  /** Measured seconds, and the process's own CPU seconds. */
  readonly seconds: number;
  readonly ownSeconds: number;
}

/**
 * Returns the quantile of the numbers: a share `q` (0 to 1) of them is below this value. Returns 0 for an empty list.
 */
export function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}
