/** A problem in a player's file. */
export interface ScriptProblem {
  /** The line, counted from 1; 0 if it is unknown. */
  readonly line: number;
  readonly column: number;
  /** A message without the file's name. */
  readonly message: string;
}

export type ErasureResult = { readonly text: string } | { readonly problem: ScriptProblem };

/** Erases types in place, so that the remaining code keeps its lines and columns. */
export type EraseTypes = (text: string, file: string) => Promise<ErasureResult>;

/**
 * The interface of npm's @swc/wasm-typescript-esm. Node uses the same eraser, and the package gives the same results in
 * a browser.
 */
export interface Transformer {
  initSync(options: { readonly module: Uint8Array | WebAssembly.Module }): void;
  transformSync(
    text: string,
    options: { readonly mode: 'strip-only'; readonly filename: string },
  ): { readonly code: string };
}

/** The result for a text on which the eraser itself crashed, or took too long, although the text may have no error. */
export const tooHard = (message: string): ErasureResult => ({ problem: { line: 0, column: 0, message } });

/**
 * The eraser of a transformer. `make` creates a new transformer. A deeply nested text exhausts a transformer's stack
 * and corrupts its memory, so that transformer must not read another text.
 */
export function eraserOf(make: () => Promise<Transformer>): EraseTypes {
  let made: Promise<Transformer> | undefined;
  return async (text, file) => {
    made ??= make();
    const { transformSync } = await made;
    try {
      return { text: transformSync(text, { mode: 'strip-only', filename: file }).code };
    } catch (error) {
      // The eraser reports errors in the text as plain objects; an `Error` comes from the WebAssembly engine.
      if (error instanceof Error) {
        made = undefined;
        return tooHard('it is nested too deeply for its types to be erased');
      }
      const { message, startLine, startColumn } = (error ?? {}) as Partial<
        Record<'message' | 'startLine' | 'startColumn', unknown>
      >;
      if (typeof message !== 'string') throw error;
      const line = Number(startLine) || 0;
      return { problem: { line, column: line === 0 ? 0 : Number(startColumn) + 1, message } };
    }
  };
}

/** Whether the file's types must be erased. */
export const hasTypes = (file: string): boolean => /\.[cm]?ts$/.test(file);
