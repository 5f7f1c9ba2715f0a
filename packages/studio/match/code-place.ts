/** A line of a player's source code. `file`: the line's file, unless that is the main file. */
export interface CodePlace {
  readonly line: number;
  readonly file?: string;
}

/** A location in a player's source code with a compiler error. */
export interface SourceMistake extends CodePlace {
  /** The column number, counted from 1; absent if unknown. */
  readonly column?: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** The text in messages: `line 3`, `helper.ts, line 3`. */
export const sayPlace = ({ file, line }: CodePlace): string => `${file === undefined ? '' : `${file}, `}line ${line}`;

/**
 * The forms of a location in messages: at the end `(Mine.ts:5:3).`, `(AIMine.cc:41 in search).`; `Mine.ts:5:3: …`;
 * `line 3: …`, `helper.ts: line 3: …`
 */
const PLACES = [
  /\(([\w+./-]+\.\w+):(\d+)(?::\d+)?(?: in [^()]*)?\)\.?$/,
  /(?:^|[ :])([\w+./-]+\.\w+):(\d+)(?::\d+)?: /,
  /(?:([\w+./-]+\.\w+): )?\bline (\d+): /,
];

/** The location that a message names, if any. `isBeside`: whether the player has another file of that name. */
export function placeIn(sentence: string, isBeside: (file: string) => boolean): CodePlace | undefined {
  for (const form of PLACES) {
    const [, file = '', line] = form.exec(sentence) ?? [];
    if (line !== undefined) return { line: Number(line), ...(isBeside(file) && { file }) };
  }
  return undefined;
}
