import type { Sidecar } from './sidecar.ts';

/** The moves of one seat that were rejected in a match. */
export interface RefusedMoves {
  readonly count: number;
  /** The first rejected move: the board's round, and the reason as a message without a full stop. */
  readonly round: number;
  readonly why: string;
}

const MARK = 'refused: ';

/** Returns the rejected moves, by seat, from the logs of a match; undefined for seats without any. */
export function refusedInLogs(logs: Sidecar['log'] = [], seats: number): (RefusedMoves | undefined)[] {
  const found: (RefusedMoves | undefined)[] = Array.from({ length: seats });
  for (const { round, seat, text } of logs)
    for (const line of text.split('\n'))
      if (line.startsWith(MARK)) found[seat] = oneMore(found[seat], round, line.slice(MARK.length));
  return found;
}

/** Returns the known rejected moves with one more move counted. */
export const oneMore = (known: RefusedMoves | undefined, round: number, why: string): RefusedMoves =>
  known ? { ...known, count: known.count + 1 } : { count: 1, round, why };
