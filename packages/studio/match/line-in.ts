/** The line that a sentence ends with: `… in round 3 (Mine.ts:5:3).`, `… (AIMine.cc:41 in search).` */
export function lineIn(sentence: string): number | undefined {
  const [, line] = /\([^():]*:(\d+)(?::\d+)?(?: in [^()]*)?\)\.?$/.exec(sentence) ?? [];
  return line === undefined ? undefined : Number(line);
}
