import type { Row } from './schema.ts';

/** A submission without its source, which can be megabytes long and is read only if needed. */
export type SubmissionRow = Omit<Row<'submissions'>, 'source'>;

export const SUBMISSION_COLUMNS = [
  'submissions.id',
  'submissions.contest',
  'submissions.number',
  'submissions.entrant',
  'submissions.person',
  'submissions.file',
  'submissions.language',
  'submissions.size',
  'submissions.sha256',
  'submissions.module',
  'submissions.state',
  'submissions.why',
  'submissions.received',
  'submissions.since',
  'submissions.owner',
  'submissions.deadline',
  'submissions.attempts',
  'submissions.taken_back',
  'submissions.live_since',
  'submissions.entered',
] as const satisfies readonly `submissions.${keyof SubmissionRow}`[];
