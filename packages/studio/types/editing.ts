import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { type Diagnostic, linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect, type TransactionSpec } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { types } from './client.ts';
import type { EditedFile } from './service.ts';

/** CodeMirror's name for each TypeScript kind. A kind that isn't listed is a variable. */
const KINDS: Readonly<Record<string, string>> = {
  method: 'method',
  function: 'function',
  property: 'property',
  getter: 'property',
  class: 'class',
  interface: 'interface',
  type: 'type',
  const: 'constant',
  keyword: 'keyword',
  module: 'namespace',
  'enum member': 'enum',
};

/** Pause in writing after which errors are checked, in milliseconds. */
const PAUSE_MS = 350;

/** An error of the match, on its line. */
export interface RunError {
  /** The line number, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Signals that `runError` has changed, so that errors must be checked again. */
export const lookAgain = StateEffect.define<null>();

/**
 * Error marks, completion, and documentation of words, all from TypeScript. Also marks the error that ended the last
 * match (`runError`).
 */
export function typed(runError: () => RunError | undefined, edited: () => EditedFile): Extension {
  return [
    lintGutter(),
    linter(
      async ({ state }) => {
        const source = state.doc.toString();
        const found: Diagnostic[] = (await types.mistakes(source, edited())).map((mistake) => ({
          ...mistake,
          from: Math.min(mistake.from, state.doc.length),
          to: Math.min(mistake.to, state.doc.length),
        }));
        const error = runError();
        if (error && error.line <= state.doc.lines) {
          const { from, to } = state.doc.line(Math.max(1, error.line));
          found.push({ from, to, severity: 'error', source: 'match', message: error.message });
        }
        return found;
      },
      {
        delay: PAUSE_MS,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(lookAgain))),
      },
    ),
    autocompletion({ override: [completing(edited)] }),
    hoverTooltip(async (view, at) => {
      const found = await types.hover(view.state.doc.toString(), at, edited());
      if (found === undefined) return null;
      return {
        pos: found.from,
        end: found.to,
        create() {
          const dom = document.createElement('div');
          dom.className = 'hover';
          dom.textContent = found.text;
          return { dom };
        },
      };
    }),
  ];
}

/**
 * Marks a compiler's errors, and the line at which the last match ended. Edits move the marks until new marks are set.
 */
export function markMistakes(
  state: EditorState,
  mistakes: readonly (RunError & { readonly column?: number; readonly severity?: 'error' | 'warning' })[],
): TransactionSpec {
  const found = mistakes.flatMap(({ line, column, message, severity = 'error' }): Diagnostic[] => {
    if (line < 1 || line > state.doc.lines) return [];
    const { from, to } = state.doc.line(line);
    const at = Math.min(from + Math.max(0, (column ?? 1) - 1), to);
    return [{ from: column === undefined ? from : at, to, severity, message }];
  });
  return setDiagnostics(state, found);
}

const completing =
  (edited: () => EditedFile) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$]+|\./);
    if (word === null && !context.explicit) return null;
    const found = await types.completions(context.state.doc.toString(), context.pos, edited());
    if (found === undefined) return null;
    return {
      from: found.from,
      options: found.options.map(({ label, kind }) => ({ label, type: KINDS[kind] ?? 'variable' })),
      validFor: /^[\w$]*$/,
    };
  };
