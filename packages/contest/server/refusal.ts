import { filled, PROBLEMS, type ProblemCode, type ProblemValues } from '../api/problems.ts';
import type { ApiProblem } from '../api/route.ts';

interface RefusalDetails {
  /** The values for the message's placeholders. */
  readonly values?: ProblemValues;
  /** The invalid part of the request. */
  readonly field?: string;
  /** The time from which the client may send the request again. */
  readonly again?: Date;
}

/** Thrown to reject a request. The message is for users. */
export class RefusalError extends Error {
  readonly status: number;
  readonly problem: ApiProblem;
  constructor(status: number, code: ProblemCode, { values, field, again }: RefusalDetails = {}) {
    const message = filled(PROBLEMS[code], values);
    super(message);
    this.status = status;
    this.problem = {
      code,
      message,
      ...(values && { values }),
      ...(field && { field }),
      ...(again && { again: again.toISOString() }),
    };
  }
}

export const notFound = (what = 'the requested resource'): RefusalError =>
  new RefusalError(404, 'not-found', { values: { what } });
export const missing = (code: ProblemCode, values: ProblemValues = {}): RefusalError =>
  new RefusalError(404, code, { values });
export const notAllowed = (code: ProblemCode, values: ProblemValues = {}): RefusalError =>
  new RefusalError(403, code, { values });
export const conflict = (code: ProblemCode, values: ProblemValues = {}): RefusalError =>
  new RefusalError(409, code, { values });
export const wrong = (field: string, code: ProblemCode, values: ProblemValues = {}): RefusalError =>
  new RefusalError(400, code, { values, field });
export const tooSoon = (code: ProblemCode, again: Date, values: ProblemValues = {}): RefusalError =>
  new RefusalError(429, code, { values, again });
