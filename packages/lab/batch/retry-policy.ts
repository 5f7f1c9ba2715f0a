import type { Fault } from '@ludus/game/game.ts';
import type { EndReport } from '@ludus/referee/match-process.ts';

/** Precautions for a match that failed in an earlier attempt. Plain data. */
export interface RetryPolicy {
  /**
   * Whether to run every player from a user's file in a separate process, and to record which player the worker waits
   * for.
   */
  readonly isolated: boolean;
  /** Players that ended or blocked the match. They fail in the given round, and aren't called any longer. */
  readonly out: readonly Culprit[];
  /** Whether the match is played only to see if it reaches its end. */
  readonly isTrial?: boolean;
}

/** The player that ended a match, and the board's round at that time (−1 before the first). */
export interface Culprit {
  readonly seat: number;
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/** The policy for a match without known problems. */
export const NO_PRECAUTIONS: RetryPolicy = { isolated: false, out: [] };

/** Describes how an attempt to play a match failed. */
export interface Attempt {
  /** The worker's report of the player that was being asked when the worker ended, if known. */
  readonly account?: EndReport | undefined;
  /** The error of a player's runner that isn't a fault in the match. `isVoid`: the machine failed (void-inquiry.ts). */
  readonly broken?: RunnerFailure | undefined;
  /** How the worker ended, without a full stop, such as `the worker was killed by SIGKILL`. */
  readonly sentence: string;
}

export interface RunnerFailure {
  readonly seat: number;
  /** The round in which the runner threw the error, or −1 before the first round. */
  readonly round: number;
  readonly isVoid: boolean;
}

/** Number of attempts before a player is accused without proof, because something else may have ended the worker. */
const ATTEMPTS = 3;

/**
 * Steps for a match that doesn't finish. The match is played again, each time with more isolation, until the player
 * that ends it is known. That player then fails, and the match continues without the player.
 */
export class Suspicion {
  private readonly names: readonly string[];
  private known: readonly Culprit[] = [];
  /** Attempts since the last culprit was found. */
  private attempts: Attempt[] = [];
  private isolated = false;

  /** @param names the names of the players, by seat */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The policy for the next attempt after this failed attempt; undefined if no option is left. */
  next(attempt: Attempt): RetryPolicy | undefined {
    const culprit = this.culprit(attempt, this.attempts.at(-1));
    if (culprit && !this.known.some(({ seat }) => seat === culprit.seat)) {
      this.known = [...this.known, culprit];
      this.attempts = [];
      return { isolated: this.isolated, out: this.known };
    }
    this.attempts.push(attempt);
    this.isolated = true;
    if (this.attempts.length < ATTEMPTS) return { isolated: true, out: this.known };
    // There is no evidence, so the match is played without one player at a time, until it reaches its end.
    const suspects = this.names.map((_, seat) => seat).filter((seat) => !this.known.some((each) => each.seat === seat));
    const accused = suspects[this.attempts.length - ATTEMPTS];
    if (accused === undefined) return undefined;
    return { isolated: true, out: [...this.known, this.accuse(accused, -1, 'crash', UNPROVEN)] };
  }

  private culprit(attempt: Attempt, before: Attempt | undefined): Culprit | undefined {
    const { account, broken, sentence } = attempt;
    if (broken) {
      return this.accuse(broken.seat, broken.round, 'crash', `broke the match: ${sentence}`);
    }
    if (!account) return undefined;
    const { how, seat, round } = account;
    switch (how) {
      case 'silent':
        return this.accuse(seat, round, 'time', `did not answer within ${account.seconds} s`);
      case 'stalled':
        return this.accuse(
          seat,
          round,
          'time',
          `caused the longest wait in a match that took more than ${account.seconds} s`,
        );
      case 'ended':
        return this.accuse(seat, round, 'crash', 'ended the process that plays the match');
      case 'memory':
        return undefined;
      case 'asked':
        if (before?.account?.how !== 'asked' || before.account.seat !== seat) return undefined;
        return this.accuse(seat, round, 'crash', `ended the process that plays the match: ${sentence}`);
    }
  }

  private accuse(seat: number, round: number, fault: Fault, what: string): Culprit {
    return { seat, round, fault, sentence: `${this.names[seat]} ${what}.` };
  }
}

const UNPROVEN = 'probably ended the process that plays the match, because the match was completed without this player';
