import type { CellLimits, MatchOutcome } from './job.ts';
import type { SentJob } from './job-transfer.ts';

/** From whoever has jobs to the process that plays them. Bytes travel as bytes. */
export type ToCell =
  | { readonly kind: 'setup'; readonly limits: CellLimits; readonly mostBytes: number }
  /** `careful`: it is written down whom the process asks. `hook`: for tests. */
  | { readonly kind: 'play'; readonly job: SentJob; readonly careful: boolean };

/** And back. */
export type FromCell =
  | { readonly kind: 'ready'; readonly engine: string }
  /** `spent`: it holds on to so much memory that another one should play the next match. */
  | { readonly kind: 'done'; readonly outcome: MatchOutcome; readonly spent: boolean };
