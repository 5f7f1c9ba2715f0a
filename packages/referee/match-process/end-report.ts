/**
 * The descriptor on which a match process reports the reason for its end, one line of JSON at a time. The process that
 * launched the match process reads the report after the end.
 */
export const END_REPORT_FD = 4;

/** The cause of a match process's end, or its last activity. Plain data. */
export interface EndReport {
  /**
   * `silent`: a player in the process's main thread did not answer. `stalled`: the match took too long, mainly because
   * of this player. `memory`: the process exceeded its memory limit. `ended`: the player ended it. `asked`: the player
   * was asked last. If `asked` is the last report, the process ended while this player was answering.
   */
  readonly how: 'silent' | 'stalled' | 'memory' | 'ended' | 'asked';
  readonly seat: number;
  /** The round, as numbered on the board; −1 before the first round. */
  readonly round: number;
  /** The wall-clock time of the answer or the match, in seconds. */
  readonly seconds: number;
}

/** The report in the last complete line of a process's output; undefined if there is none, or the line is empty. */
export function lastEndReport(written: string): EndReport | undefined {
  const line = written.split('\n').at(-2);
  return line ? (JSON.parse(line) as EndReport) : undefined;
}
