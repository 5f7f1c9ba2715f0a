/** A line of a player's source; `file`: the one next to its main file that it is in. */
export interface CodePlace {
  readonly line: number;
  readonly file?: string;
}

/** A place in a player's source that a compiler complains of. */
export interface SourceMistake extends CodePlace {
  /** From 1; absent: it is not known. */
  readonly column?: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** As in messages: `line 3`, `helper.ts, line 3`. */
export const sayPlace = ({ file, line }: CodePlace): string => `${file === undefined ? '' : `${file}, `}line ${line}`;

/** How sentences name a place: at the end `(Mine.ts:5:3).`, `(AIMine.cc:41 in search).`; `Mine.ts:5:3: …`; `line 3: …`, `helper.ts: line 3: …` */
const PLACES = [
  /\(([\w+./-]+\.\w+):(\d+)(?::\d+)?(?: in [^()]*)?\)\.?$/,
  /(?:^|[ :])([\w+./-]+\.\w+):(\d+)(?::\d+)?: /,
  /(?:([\w+./-]+\.\w+): )?\bline (\d+): /,
];

/** The place that a message names, if any; `isBeside`: whether a file of that name is next to the player's main one. */
export function placeIn(sentence: string, isBeside: (file: string) => boolean): CodePlace | undefined {
  for (const form of PLACES) {
    const [, file = '', line] = form.exec(sentence) ?? [];
    if (line !== undefined) return { line: Number(line), ...(isBeside(file) && { file }) };
  }
  return undefined;
}
