import { forEachDiagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import type { JSX } from 'preact';

/** Something wrong in a bot's code. */
export interface Listed {
  /** The file next to the main one that it is in; `''`: the main one. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly severity: string;
}

/** More than this no one mends at once. */
const MAX_LISTED = 50;

/** All that is marked in the shown file, by line. */
export function marksOf(state: EditorState, file: string): Listed[] {
  const found: Listed[] = [];
  forEachDiagnostic(state, ({ message, severity }, from) => {
    if (found.length < MAX_LISTED)
      found.push({ file, line: state.doc.lineAt(Math.min(from, state.doc.length)).number, message, severity });
  });
  return found.sort((one, other) => one.line - other.line);
}

/** The problems below the code. Each leads to its line. */
export function ProblemList(props: {
  problems: readonly Listed[];
  /** The message about the bot as a whole, or about the last match. */
  problem: string | undefined;
  onShow(problem: Listed): void;
}): JSX.Element | null {
  const { problem, onShow } = props;
  // The message about the last match is also marked on its line.
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
