import { sql } from 'kysely';
import { announce } from '../store/rows.ts';
import type { Tx } from '../store/schema.ts';
import { type StepMessage, stored } from '../store/step-messages.ts';
import { SUBMISSION_COLUMNS, type SubmissionRow } from '../store/submission-row.ts';
import { inSeconds, now } from '../store/times.ts';
import type { SubmissionState } from '../words.ts';

/** Writes a line into a submission's log. */
export async function logStep(
  tx: Tx,
  submission: number,
  state: SubmissionState,
  what: StepMessage,
  match?: number,
): Promise<void> {
  await tx
    .insertInto('steps')
    .values({ submission, state, match: match ?? null, ...stored(what) })
    .execute();
}

export interface Change {
  readonly state: SubmissionState;
  readonly text: StepMessage;
  readonly match?: number;
  /** Seconds until the state must change, for states that aren't final. */
  readonly within?: number;
  readonly owner?: string;
  readonly module?: string;
}

/** Moves a submission to another state, writes a line in its log, and notifies its members. */
export async function moveTo(tx: Tx, submission: SubmissionRow, change: Change): Promise<void> {
  const { state, text, within, owner, module } = change;
  await tx
    .updateTable('submissions')
    .set({
      state,
      why: state === 'rejected' ? stored(text).text : null,
      since: now,
      owner: owner ?? null,
      deadline: within === undefined ? null : inSeconds(within),
      ...(module !== undefined && { module }),
      ...(state === 'in' && { entered: sql<Date>`coalesce(entered, clock_timestamp())` }),
    })
    .where('id', '=', submission.id)
    .execute();
  await logStep(tx, submission.id, state, text, change.match);
  await announce(tx, submission.contest, 'submission', { number: submission.number, state }, submission.entrant);
}

/** Locks and returns a submission's row without its source, until the transaction ends. */
export const holdSubmission = (tx: Tx, id: number): Promise<SubmissionRow> =>
  tx.selectFrom('submissions').select(SUBMISSION_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
