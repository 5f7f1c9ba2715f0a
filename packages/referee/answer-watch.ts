import type { Question } from './question-tracker.ts';

/** The next message or action for a player that does not answer. Seconds are wall-clock time. */
export type AnswerWatchEvent =
  /** It is time for a message that names the player and states how long the match has waited for it. */
  | { readonly kind: 'waiting'; readonly question: Question; readonly seconds: number }
  /** A player in the referee's thread has not answered within the time limit of a question. */
  | { readonly kind: 'silent'; readonly question: Question; readonly seconds: number }
  /** The match has exceeded its time limit; this player took the longest. */
  | { readonly kind: 'stalled'; readonly question: Question; readonly seconds: number };

export interface AnswerWatchLimits {
  /**
   * Time limit of one answer by a player in the referee's thread, in milliseconds. Players outside this thread have
   * different limits.
   */
  readonly answerMs: number;
  /** Time limit of the whole match, in milliseconds; infinite if there is no limit. */
  readonly matchMs: number;
}

/**
 * Time without an answer after which a message names the player, in milliseconds. The message is then repeated at the
 * interval `REPORT_INTERVAL_MS`.
 */
const FIRST_REPORT_MS = 2000;
const REPORT_INTERVAL_MS = 5000;

/**
 * Measures how long players take, by samples of the current question. The caller takes the samples and passes the time.
 */
export class AnswerWatch {
  private readonly limits: AnswerWatchLimits;
  private current: { readonly question: Question; readonly sinceMs: number; reportAtMs: number } | undefined;
  private readonly totalMs = new Map<number, number>();
  private longest: Question | undefined;
  private startMs: number | undefined;
  private lastSampleMs = 0;

  constructor(limits: AnswerWatchLimits) {
    this.limits = limits;
  }

  /** Called when a match begins. */
  beginMatch(nowMs: number): void {
    this.startMs = nowMs;
    this.totalMs.clear();
    this.longest = undefined;
    this.current = undefined;
  }

  /** Takes a sample. `question`: the referee's current question. Returns a message or an action that is due, if any. */
  sample(question: Question | undefined, nowMs: number): AnswerWatchEvent | undefined {
    this.startMs ??= nowMs;
    const sinceSampleMs = nowMs - this.lastSampleMs;
    this.lastSampleMs = nowMs;
    if (question?.number !== this.current?.question.number)
      this.current = question && { question, sinceMs: nowMs, reportAtMs: nowMs + FIRST_REPORT_MS };
    if (question) {
      const { seat } = question;
      // The time since the last sample counts for the player that is being asked now.
      this.totalMs.set(seat, (this.totalMs.get(seat) ?? 0) + sinceSampleMs);
      if (this.waitedMs(seat) >= this.waitedMs(this.longest?.seat)) this.longest = question;
    }
    const { current, longest } = this;
    if (nowMs - this.startMs > this.limits.matchMs && longest)
      return { kind: 'stalled', question: longest, seconds: (nowMs - this.startMs) / 1000 };
    if (!current) return undefined;
    const { isBlocking } = question!;
    const waitedMs = nowMs - current.sinceMs;
    const seconds = waitedMs / 1000;
    if (isBlocking && waitedMs > this.limits.answerMs) return { kind: 'silent', question: question!, seconds };
    if (nowMs < current.reportAtMs) return undefined;
    current.reportAtMs += REPORT_INTERVAL_MS;
    return { kind: 'waiting', question: question!, seconds };
  }

  private waitedMs(seat: number | undefined): number {
    return seat === undefined ? 0 : (this.totalMs.get(seat) ?? 0);
  }
}
