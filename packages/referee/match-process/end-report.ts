/** Where a process that plays matches says what its end was, one line of JSON at a time; read when it is gone. */
export const END_REPORT_FD = 4;

/** The process's task when it ended. Plain data. */
export interface EndReport {
  /**
   * `silent`: a player in its thread did not answer. `stalled`: the match took too long, mostly because of this player. `memory`:
   * the process exceeded its memory limit. `ended`: the player ended it. `asked`: the player was asked last. If this is the last
   * line, the process ended during the answer.
   */
  readonly how: 'silent' | 'stalled' | 'memory' | 'ended' | 'asked';
  readonly seat: number;
  /** The board's; −1 before the first. */
  readonly round: number;
  /** How long it, or the match, took in wall-clock time. */
  readonly seconds: number;
}

/** The last whole line of what a process wrote; undefined if there is none. */
export function lastEndReport(written: string): EndReport | undefined {
  const line = written.split('\n').at(-2);
  return line === undefined ? undefined : (JSON.parse(line) as EndReport);
}
