/** An error at a boundary (a file, a socket, a command line), as a value with a stable code and a message. */
export interface Problem {
  /** A stable code for programs: `board/rows`, `replay/truncated`, … */
  readonly code: string;
  /** The message for users, without the position (line and token). */
  readonly message: string;
  /** The line, counted from 1; absent if the input has no lines. */
  readonly line?: number;
  /** The word of the input at which reading failed, unchanged; absent at the end of the input. */
  readonly token?: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (problem: Problem): Result<never> => ({ ok: false, problem });

/**
 * A closed set of errors. It maps each code to a function that forms the message from the error's values. `problemOf`
 * and `TokenReader.fail` accept only the codes of a table, so the compiler reports a code without a message.
 */
export type Sentences = Readonly<Record<string, (...values: never[]) => string>>;

/**
 * Returns the problem with this code and its message, without a position.
 *
 * @example
 * problemOf({ 'file/empty': (name: string) => `${name} is empty` }, 'file/empty', 'a.cnf'); // { code: 'file/empty', message: 'a.cnf is empty' }
 */
export function problemOf<S extends Sentences, Code extends keyof S & string>(
  sentences: S,
  code: Code,
  ...values: Parameters<S[Code]>
): { readonly code: Code; readonly message: string } {
  return { code, message: sentences[code](...(values as never[])) };
}

/** Formats a problem in the usual form: `line 6: nb_rows must be from 15 to 20, found 21`. */
export function describeProblem(problem: Problem): string {
  return problem.line === undefined ? problem.message : `line ${problem.line}: ${problem.message}`;
}

/** Carries a problem from nested reading code to the one place that turns it into a Result (see `attempt`). */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(describeProblem(problem));
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** Runs reading code; returns a thrown ProblemError as a value. Any other error is a bug and passes through. */
export function attempt<T>(read: () => T): Result<T> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof ProblemError) return fail(error.problem);
    throw error;
  }
}
