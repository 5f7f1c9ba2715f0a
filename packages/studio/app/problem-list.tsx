import { forEachDiagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import type { JSX } from 'preact';

/** An error in a bot's code. */
export interface ListedProblem {
  /** The file with the error; `''` is the main file. */
  readonly file: string;
  /** The line number, counted from 1. */
  readonly line: number;
  readonly message: string;
  readonly severity: string;
}

/** Maximum number of listed errors. */
const MAX_LISTED = 50;

/** All marked errors in the shown file, by line. */
export function marksOf(state: EditorState, file: string): ListedProblem[] {
  const found: ListedProblem[] = [];
  forEachDiagnostic(state, ({ message, severity }, from) => {
    if (found.length < MAX_LISTED)
      found.push({ file, line: state.doc.lineAt(Math.min(from, state.doc.length)).number, message, severity });
  });
  return found.sort((one, other) => one.line - other.line);
}

/** The list of errors below the code. Each error is a link to its line. */
export function ProblemList(props: {
  problems: readonly ListedProblem[];
  /** The message about the whole bot or about the last match. */
  problem: string | undefined;
  onShow(problem: ListedProblem): void;
}): JSX.Element | null {
  const { problem, onShow } = props;
  // Omits the error in the message about the last match, which is also marked on its line.
  const problems = props.problems.filter(({ message }) => !problem?.includes(message));
  if (problem === undefined && problems.length === 0) return null;
  return (
    <section class="problems" aria-label="Problems">
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {problems.length > 0 && (
        <ul>
          {problems.map((each) => (
            <li key={`${each.file} ${each.line} ${each.message}`} class={each.severity}>
              <button type="button" onClick={() => onShow(each)}>
                <b>
                  {each.file === '' ? '' : `${each.file}, `}line {each.line}
                </b>{' '}
                {each.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
