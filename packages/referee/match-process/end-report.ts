/**
 * The descriptor on which a match process reports the reason for its end, one line of JSON at a time. The process that
 * launched the match process reads the report after the end.
 */
export const END_REPORT_FD = 4;

const CAUSES = ['silent', 'stalled', 'memory', 'ended', 'asked'] as const;

/** The cause of a match process's end, or its last activity. Plain data. */
export interface EndReport {
  /**
   * `silent`: a player in the process's main thread did not answer. `stalled`: the match took too long, mainly because
   * of this player. `memory`: the process exceeded its memory limit. `ended`: the player ended it. `asked`: the player
   * was asked last. If `asked` is the last report, the process ended while this player was answering.
   */
  readonly how: (typeof CAUSES)[number];
  readonly seat: number;
  /** The round, as numbered on the board; −1 before the first round. */
  readonly round: number;
  /** The wall-clock time of the answer or the match, in seconds. */
  readonly seconds: number;
}

/**
 * Formats a report. It begins with a line break, because a bot in the process may have written part of a line to the
 * descriptor.
 */
export const endReportLine = (report: EndReport): string => `\n${JSON.stringify(report)}\n`;

/** A line that is not a report. It ends the reports of a match, so that the next match doesn't get them. */
export const END_OF_REPORTS = '\nnull\n';

/** The report in the last complete line of a process's output; undefined if that line is not a report. */
export function lastEndReport(written: string): EndReport | undefined {
  const lines = written.split('\n').slice(0, -1);
  const line = lines.findLast((text) => text !== '');
  if (line === undefined) return undefined;
  let report: EndReport | null;
  try {
    report = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (report === null) return undefined;
  const { how, seat, round, seconds } = report;
  return CAUSES.includes(how) && [seat, round, seconds].every(Number.isInteger) ? report : undefined;
}
