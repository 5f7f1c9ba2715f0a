import type { Fault } from '@ludus/game/game.ts';
import type { EndReport } from '@ludus/referee/worker-process.ts';

/** How a match is played that ended an earlier attempt. Plain data. */
export interface RetryPolicy {
  /** Every player of someone's own file in a separate process, and it is written down whom the worker asks. */
  readonly isolated: boolean;
  /** They end or block the match: in this round they fail, and are not asked in it any longer. */
  readonly out: readonly Culprit[];
  /** Only whether it comes to its end is examined. */
  readonly isTrial?: boolean;
}

/** The player that ended a match, and the board's round at that time (−1 before the first). */
export interface Culprit {
  readonly seat: number;
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/** As long as nothing is known against a match. */
export const NO_PRECAUTIONS: RetryPolicy = { isolated: false, out: [] };

/** How an attempt to play a match failed. */
export interface Attempt {
  /** The worker's task when it ended, if known. */
  readonly account?: EndReport | undefined;
  /** The runner of a player threw an error that is not a fault of the match. `isVoid`: it is the machine that failed (void-inquiry.ts). */
  readonly broken?: Broken | undefined;
  /** How the worker ended, without a full stop: `the worker was killed by SIGKILL`. */
  readonly sentence: string;
}

export interface Broken {
  readonly seat: number;
  /** −1 before the first. */
  readonly round: number;
  readonly isVoid: boolean;
}

/** How many times a match is played before a player is accused without proof: someone else may have ended a worker. */
const ATTEMPTS = 3;

/**
 * Steps for a match that does not finish. It is played again, each time more isolated, until it is known who ends it. That
 * player has failed, and the match is played to its end without it.
 */
export class Suspicion {
  private readonly names: readonly string[];
  private known: readonly Culprit[] = [];
  /** Events since the last culprit was found. */
  private attempts: Attempt[] = [];
  private isolated = false;

  /** `names`: of the players, by seat. */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** How to play the match after this attempt; undefined if nothing is left to be tried. */
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
    // Nothing tells who it is: the match is played without one player after the other, until it comes to its end.
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
        return this.accuse(seat, round, 'time', `was waited for longest in a match that took ${account.seconds} s`);
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

const UNPROVEN = 'ended the process that plays the match, which came to its end without it';
