/** A problem of a player's file. */
export interface ScriptProblem {
  /** From 1; 0 where it is not known. */
  readonly line: number;
  readonly column: number;
  /** One sentence, without the file's name. */
  readonly message: string;
}

/** Erases types in place: what remains keeps its line and column. */
export type EraseTypes = (
  text: string,
  file: string,
) => { readonly text: string } | { readonly problem: ScriptProblem };

/** What npm's @swc/wasm-typescript-esm gives; it is the same that Node uses, and the same here and in a browser. */
export interface Transformer {
  transformSync(
    text: string,
    options: { readonly mode: 'strip-only'; readonly filename: string },
  ): { readonly code: string };
}

/** The eraser of a transformer that is ready. JavaScript passes as it is. */
export function eraserOf({ transformSync }: Transformer): EraseTypes {
  return (text, file) => {
    try {
      return { text: transformSync(text, { mode: 'strip-only', filename: file }).code };
    } catch (error) {
      const { message, startLine, startColumn } = (error ?? {}) as Partial<
        Record<'message' | 'startLine' | 'startColumn', unknown>
      >;
      if (typeof message !== 'string') throw error;
      const line = Number(startLine) || 0;
      return { problem: { line, column: line === 0 ? 0 : Number(startColumn) + 1, message } };
    }
  };
}

/** Is it a file whose types are to be erased? */
export const hasTypes = (file: string): boolean => /\.[cm]?ts$/.test(file);
