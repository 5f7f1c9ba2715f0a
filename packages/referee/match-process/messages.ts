import type { MatchOutcome, MatchProcessLimits } from './job.ts';
import type { TransferredJob } from './job-transfer.ts';

/** From whoever has jobs to the process that plays them. Bytes travel as bytes. */
export type MatchProcessRequest =
  | { readonly kind: 'setup'; readonly limits: MatchProcessLimits; readonly maxBytes: number }
  /** `careful`: it is written down whom the process asks. `hook`: for tests. */
  | { readonly kind: 'play'; readonly job: TransferredJob; readonly careful: boolean };

/** And back. */
export type MatchProcessResponse =
  | { readonly kind: 'ready'; readonly engine: string }
  /** `spent`: it holds on to so much memory that another one should play the next match. */
  | { readonly kind: 'done'; readonly outcome: MatchOutcome; readonly spent: boolean };
