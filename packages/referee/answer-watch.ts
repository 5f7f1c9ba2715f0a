import type { Question } from './question-tracker.ts';

/** The next message or action for a player that does not answer. Seconds are the wall's. */
export type AnswerWatchEvent =
  /** Time to say who is being waited for, and for how long so far. */
  | { readonly kind: 'waiting'; readonly question: Question; readonly seconds: number }
  /** A player in the referee's own thread has not answered in the time that it has for a question. */
  | { readonly kind: 'silent'; readonly question: Question; readonly seconds: number }
  /** The match has taken longer than it may; this player was waited for longest. */
  | { readonly kind: 'stalled'; readonly question: Question; readonly seconds: number };

export interface AnswerWatchLimits {
  /** For one answer of a player in the referee's own thread. The others have their own limits. */
  readonly answerMs: number;
  /** For the whole match; infinite where it has no such limit. */
  readonly matchMs: number;
}

/** After this long without an answer, a message names the player. It is repeated after each pause. */
const FIRST_REPORT_MS = 2000;
const REPORT_INTERVAL_MS = 5000;

/** Checks from outside, at intervals, how long players take. Anyone who looks gives the time. */
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

  /** A match begins. */
  beginMatch(nowMs: number): void {
    this.startMs = nowMs;
    this.totalMs.clear();
    this.longest = undefined;
    this.current = undefined;
  }

  /** `question`: whom the referee is asking at this moment. */
  sample(question: Question | undefined, nowMs: number): AnswerWatchEvent | undefined {
    this.startMs ??= nowMs;
    const sinceSampleMs = nowMs - this.lastSampleMs;
    this.lastSampleMs = nowMs;
    if (question?.number !== this.current?.question.number)
      this.current = question && { question, sinceMs: nowMs, reportAtMs: nowMs + FIRST_REPORT_MS };
    if (question) {
      const { seat } = question;
      // Looks are samples: anyone who is being asked at most of them has taken most of the time.
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
