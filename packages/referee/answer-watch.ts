import type { Question } from './question-tracker.ts';

/** What is to be said or done about a player that does not answer. Seconds are the wall's. */
export type WaitingNews =
  /** Time to say who is being waited for, and for how long so far. */
  | { readonly kind: 'waiting'; readonly question: Question; readonly seconds: number }
  /** A player in the referee's own thread has not answered in the time that it has for a question. */
  | { readonly kind: 'silent'; readonly question: Question; readonly seconds: number }
  /** The match has taken longer than it may; this player was waited for longest. */
  | { readonly kind: 'stalled'; readonly question: Question; readonly seconds: number };

export interface WaitingLimits {
  /** For one answer of a player in the referee's own thread. The others have limits of their own. */
  readonly answerMs: number;
  /** For the whole match; infinite where it has no such limit. */
  readonly matchMs: number;
}

/** After this long without an answer it is said who is being waited for, and again after each pause. */
const FIRST_MS = 2000;
const AGAIN_MS = 5000;

/** Looks on from outside, every so often, how long players take. Whoever looks gives the time. */
export class Waiting {
  private readonly limits: WaitingLimits;
  private current: { readonly question: Question; readonly sinceMs: number; sayAtMs: number } | undefined;
  private readonly inAllMs = new Map<number, number>();
  private longest: Question | undefined;
  private startMs: number | undefined;
  private lastMs = 0;

  constructor(limits: WaitingLimits) {
    this.limits = limits;
  }

  /** A match begins. */
  begin(nowMs: number): void {
    this.startMs = nowMs;
    this.inAllMs.clear();
    this.longest = undefined;
    this.current = undefined;
  }

  /** `question`: whom the referee is asking at this moment. */
  look(question: Question | undefined, nowMs: number): WaitingNews | undefined {
    this.startMs ??= nowMs;
    const sinceLookMs = nowMs - this.lastMs;
    this.lastMs = nowMs;
    if (question?.number !== this.current?.question.number)
      this.current = question && { question, sinceMs: nowMs, sayAtMs: nowMs + FIRST_MS };
    if (question) {
      const { seat } = question;
      // Looks are samples: whoever is being asked at most of them has taken most of the time.
      this.inAllMs.set(seat, (this.inAllMs.get(seat) ?? 0) + sinceLookMs);
      if (this.waited(seat) >= this.waited(this.longest?.seat)) this.longest = question;
    }
    const { current, longest } = this;
    if (nowMs - this.startMs > this.limits.matchMs && longest)
      return { kind: 'stalled', question: longest, seconds: (nowMs - this.startMs) / 1000 };
    if (!current) return undefined;
    const { isHeld } = question!;
    const waitedMs = nowMs - current.sinceMs;
    const seconds = waitedMs / 1000;
    if (isHeld && waitedMs > this.limits.answerMs) return { kind: 'silent', question: question!, seconds };
    if (nowMs < current.sayAtMs) return undefined;
    current.sayAtMs += AGAIN_MS;
    return { kind: 'waiting', question: question!, seconds };
  }

  private waited(seat: number | undefined): number {
    return seat === undefined ? 0 : (this.inAllMs.get(seat) ?? 0);
  }
}
