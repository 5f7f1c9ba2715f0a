/** A player's source code in TypeScript or Python, or a player compiled to WebAssembly. */
export type CellPlayer =
  | { readonly language: 'ts' | 'python'; readonly source: string }
  | { readonly language: 'cpp'; readonly program: Uint8Array<ArrayBuffer> };

/** A page's request to the worker that plays a lesson. The worker handles one request and is then discarded. */
export interface CellOrder {
  readonly game: string;
  /** Counted from 1. */
  readonly lesson: number;
  readonly player: CellPlayer;
  /** Address of the folder of the site's files, with `/` at the end. */
  readonly base: string;
}

/** The worker's messages: `preparing`, a `step` for each finished match, and `done` at the end; or `problem` if the player cannot be used. */
export type CellNews =
  | { readonly type: 'preparing'; readonly sentence: string }
  | {
      readonly type: 'step';
      readonly where: string;
      readonly reached: boolean;
      readonly found: string;
      readonly replay: string;
    }
  | {
      readonly type: 'done';
      readonly reached: boolean;
      readonly sentence: string;
      /** Present if the player played a match without a fault, but missed the match's goal. */
      readonly hint?: string | undefined;
    }
  | { readonly type: 'problem'; readonly message: string };

/** The request to the compiler's worker. */
export interface CompileOrder {
  /** Address of the folder of the site's files, with `/` at the end. */
  readonly base: string;
  readonly source: string;
}

export type CompileNews =
  | { readonly type: 'progress'; readonly sentence: string }
  | { readonly type: 'done'; readonly module: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly message: string };
