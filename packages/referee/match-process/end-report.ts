/**
 * The descriptor on which a match process reports the reason for its end, one line of JSON at a time. The launching
 * process reads it after the end.
 */
export const END_REPORT_FD = 4;

/** The process's activity when it ended. Plain data. */
export interface EndReport {
  /**
   * `silent`: a player in its thread did not answer. `stalled`: the match took too long, mainly because of this player.
   * `memory`: the process exceeded its memory limit. `ended`: the player ended it. `asked`: the player was asked last.
   * If this is the last line, the process ended during the answer.
   */
  readonly how: 'silent' | 'stalled' | 'memory' | 'ended' | 'asked';
  readonly seat: number;
  /** The board's round; −1 before the first. */
  readonly round: number;
  /** The wall-clock time of the answer or the match, in seconds. */
  readonly seconds: number;
}

/** The last complete line of a process's output; undefined if there is none. */
export function lastEndReport(written: string): EndReport | undefined {
  const line = written.split('\n').at(-2);
  return line === undefined ? undefined : (JSON.parse(line) as EndReport);
}
