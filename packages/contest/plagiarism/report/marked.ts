import type { Part } from '../compare/pairs.ts';
import type { Tokens } from '../syntax/tokens.ts';

/**
 * A piece of a line. `part`: the index of its common part, undefined outside of all parts. `begins`: whether it is the
 * part's first piece.
 */
export interface Piece {
  readonly text: string;
  readonly part: number | undefined;
  readonly begins: boolean;
}

/**
 * Splits a source into lines, and marks the common parts. A part extends from the first character of its first token to
 * the last character of its last token. Text in between (comments, punctuation) belongs to the part unless it contains
 * a token that isn't common.
 */
export function markedLines(
  text: string,
  { regions }: Tokens,
  parts: readonly Part[],
  side: 'left' | 'right',
): readonly (readonly Piece[])[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const marks = lines.map((): Mark[] => []);
  for (const { part, first, last } of runsOf(regions.length, regions, parts, side)) {
    const [from, to] = [regions[first], regions[last]];
    for (let line = from.line; line <= Math.min(to.endLine, lines.length - 1); line++) {
      const start = line === from.line ? from.column : lines[line].length - lines[line].trimStart().length;
      const end = line === to.endLine ? to.endColumn : lines[line].length;
      if (end > start) marks[line].push({ start, end: Math.min(end, lines[line].length), part });
    }
  }
  const begun = new Set<number>();
  return lines.map((line, at) => pieces(line, marks[at], begun));
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly part: number;
}

/**
 * Returns runs of consecutive tokens that belong to one part. Tokens of loops aren't in the source's order, since loops
 * are normalised.
 */
function runsOf(
  count: number,
  regions: Tokens['regions'],
  parts: readonly Part[],
  side: 'left' | 'right',
): { part: number; first: number; last: number }[] {
  const partOf = new Int32Array(count).fill(-1);
  parts.forEach((part, at) => {
    partOf.fill(at, part[side], part[side] + part.length);
  });
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => regions[a].line - regions[b].line || regions[a].column - regions[b].column,
  );
  const runs: { part: number; first: number; last: number }[] = [];
  let open = -1;
  for (const token of order) {
    const part = partOf[token];
    if (part >= 0 && part === open) runs[runs.length - 1].last = token;
    else if (part >= 0) runs.push({ part, first: token, last: token });
    open = part;
  }
  return runs;
}

function pieces(line: string, marks: readonly Mark[], begun: Set<number>): Piece[] {
  const all: Piece[] = [];
  let at = 0;
  for (const { start, end, part } of marks) {
    if (end <= at) continue;
    if (start > at) all.push({ text: line.slice(at, start), part: undefined, begins: false });
    all.push({ text: line.slice(Math.max(at, start), end), part, begins: !begun.has(part) });
    begun.add(part);
    at = end;
  }
  if (at < line.length) all.push({ text: line.slice(at), part: undefined, begins: false });
  return all;
}
