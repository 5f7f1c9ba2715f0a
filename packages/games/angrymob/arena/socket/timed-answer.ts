import type { LineConnection } from './connection.ts';
import { type WithheldTime, withheldTimeOf } from './withheld-time.ts';

/**
 * Asks a player for its next line, within a time limit that is fair even on a busy machine.
 *
 * The clock starts when the operating system has received the last byte of the question. Whether the player is late is
 * decided only by a check of the connection *after* the limit. Bytes that have arrived by then count, even if this
 * process reads them late. In addition, a player is credited with the time that the machine withheld from it.
 */
export type Answer =
  | { readonly kind: 'line'; readonly text: string; readonly tookMs: number }
  | { readonly kind: 'late'; readonly sentence: string }
  | { readonly kind: 'overlong' }
  | { readonly kind: 'closed'; readonly sentence: string };

/**
 * The precision of clocks, in milliseconds. Timers may be off by about this much, and the clocks of the two ends may
 * differ by as much.
 */
const TOLERANCE_MS = 2;
/**
 * Additional time for the end of a line that started in time, in milliseconds. Operating systems may hold this end back
 * (Nagle's algorithm and delayed acknowledgements: 40 ms).
 */
const HELD_BACK_MS = 50;
/** Maximum credit for one answer, in milliseconds. The game must continue even if the machine never runs the player. */
const MAX_CREDIT_MS = 2000;
/** Delay of the search for the player's process, in milliseconds. Shorter games don't need the search. */
const SEARCH_AFTER_MS = 30;
/**
 * Interval, in milliseconds, at which a player is judged again after its limit, while credit is left. The time withheld
 * from the player may have grown since the last judgement.
 */
const LOOK_AGAIN_MS = 5;

export class TimedQuestions {
  readonly connection: LineConnection;
  /** Set soon after the first question, or when the player first comes near its limit. */
  private withheld: WithheldTime | undefined;
  private hasAsked = false;
  private search: Promise<WithheldTime> | undefined;

  constructor(connection: LineConnection) {
    this.connection = connection;
  }

  /** Finds the player's process. This is done only once, because it takes a few milliseconds. */
  private findWithheld(): Promise<WithheldTime> {
    this.search ??= withheldTimeOf(this.connection.socket).then((found) => {
      this.withheld = found;
      return found;
    });
    return this.search;
  }

  /**
   * Sends `question` and waits for a line. Only one question may be pending at a time. When aborted, it throws the
   * signal's reason.
   */
  ask(question: string, limitMs: number, signal?: AbortSignal): Promise<Answer> {
    const { connection } = this;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let startMs = performance.now();
      let wasSent = false;
      /** The longest delay of this process itself, which indicates how late the player may have been served. */
      let ownLatenessMs = 0;
      let line: { text: string; arrivedMs: number } | undefined;

      const stop = (): void => {
        clearTimeout(timer);
        connection.onArrival = undefined;
        signal?.removeEventListener('abort', abort);
      };
      const settle = (answer: Answer): void => {
        stop();
        resolve(answer);
      };
      const abort = (): void => {
        stop();
        reject(signal?.reason);
      };
      const look = (): void => {
        if (line === undefined) {
          const arrival = connection.take();
          if (arrival?.kind === 'line') line = arrival.line;
          else if (arrival !== undefined) {
            settle(arrival);
            return;
          }
        }
        if (line !== undefined && wasSent)
          settle({ kind: 'line', text: line.text, tookMs: Math.max(0, line.arrivedMs - startMs) });
      };
      const isSettled = (): boolean => connection.onArrival !== look;
      const startClock = (): void => {
        clearTimeout(timer);
        ownLatenessMs = 0;
        // Reads the counters before the clock, so that the time between the two readings is credited rather than lost.
        this.withheld?.mark();
        startMs = performance.now();
        timer = setTimeout(expire, limitMs, startMs + limitMs);
      };
      const expire = (dueMs: number): void => {
        const nowMs = performance.now();
        if (nowMs < dueMs) {
          timer = setTimeout(expire, dueMs - nowMs, dueMs);
          return;
        }
        // A timer is normally up to one millisecond late.
        ownLatenessMs = Math.max(ownLatenessMs, nowMs - dueMs - 1);
        judge();
      };
      const condemn = (judgedMs: number): void => {
        if (isSettled() || judgedMs !== startMs) return;
        const limit = `${limitMs / 1000} s`;
        const begun = connection.partialLineBytes;
        let sentence = `sent no move within ${limit}`;
        if (!wasSent) sentence = `did not read the lines sent to it within ${limit}`;
        else if (begun > 0) sentence = `sent ${begun} bytes but no line end within ${limit}`;
        settle({ kind: 'late', sentence });
      };
      const judge = (): void => {
        if (isSettled()) return;
        const { withheld } = this;
        const judgedMs = startMs;
        if (withheld === undefined) {
          void this.findWithheld().then(() => {
            if (judgedMs === startMs) judge();
          });
          return;
        }
        const passedMs = performance.now() - startMs;
        const credit = Math.min(MAX_CREDIT_MS, Math.max(ownLatenessMs, withheld.since(startMs)));
        const heldBack = connection.partialLineBytes > 0 ? HELD_BACK_MS : 0;
        const leftMs = limitMs + TOLERANCE_MS + credit + heldBack - passedMs;
        if (leftMs <= 0) {
          // Earlier bytes may not have been read yet, so the event loop checks the sockets once more. (Between two
          // calls of setImmediate there is always a full check.) The player is late only if nothing arrives.
          setImmediate(() => setImmediate(condemn, judgedMs));
          return;
        }
        const waitMs = Math.min(leftMs, LOOK_AGAIN_MS);
        timer = setTimeout(expire, waitMs, performance.now() + waitMs);
      };

      if (signal?.aborted) {
        abort();
        return;
      }
      if (!this.hasAsked) {
        this.hasAsked = true;
        setTimeout(() => connection.isEnded || void this.findWithheld(), SEARCH_AFTER_MS).unref();
      }
      signal?.addEventListener('abort', abort);
      connection.onArrival = look;
      this.withheld?.mark();
      timer = setTimeout(expire, limitMs, startMs + limitMs);
      void connection.send(question).then(() => {
        if (isSettled()) return;
        wasSent = true;
        startClock();
        look();
      });
    });
  }
}
