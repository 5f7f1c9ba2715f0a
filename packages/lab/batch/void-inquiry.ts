import type { Attempt, Culprit, RetryPolicy } from './retry-policy.ts';

/** Number of times that a void match is played again with all players. */
const AGAIN = 2;

/**
 * Steps for a void match, in which a module reached a limit that isn't its fault. The match is played again. If it is
 * void again, each player plays without the others, to find the module that makes the match void. The match then has no
 * result, and no player has lost it.
 */
export class VoidInquiry {
  /** The player of each seat. */
  private readonly players: readonly number[];
  private readonly attempts: Attempt[] = [];
  /** The seats whose players must still play without the others; undefined before that step. */
  private trials: number[] | undefined;
  private readonly alone: number[] = [];

  constructor(players: readonly number[]) {
    this.players = players;
  }

  /** Handles a void attempt. Returns the policy for the next attempt; undefined if no step is left. */
  failed(attempt: Attempt): RetryPolicy | undefined {
    if (this.trials) {
      this.alone.push(this.trials.shift()!);
      return this.trial();
    }
    this.attempts.push(attempt);
    if (this.attempts.length <= AGAIN) return { isolated: true, out: [] };
    // A player in two seats is tried only once.
    this.trials = this.players.flatMap((player, seat) => (this.players.indexOf(player) === seat ? [seat] : []));
    return this.trial();
  }

  /**
   * Handles a trial in which the match with only one player reached its end. Returns the policy for the next attempt,
   * if any.
   */
  passed(): RetryPolicy | undefined {
    this.trials!.shift();
    return this.trial();
  }

  /** The reason why the match has no result. */
  get sentence(): string {
    return this.attempts[0].sentence;
  }

  /**
   * The players whose modules are the cause: the players that fail alone, or else the player that was active in all
   * attempts.
   */
  get culprits(): number[] {
    if (this.alone.length > 0) return this.alone.map((seat) => this.players[seat]);
    const seats = new Set(this.attempts.map(({ broken, account }) => broken?.seat ?? account?.seat ?? -1));
    const [seat] = seats;
    return seats.size === 1 && seat >= 0 ? [this.players[seat]] : [];
  }

  private trial(): RetryPolicy | undefined {
    const [seat] = this.trials!;
    if (seat === undefined) return undefined;
    const out = this.players.flatMap((_, other): Culprit[] =>
      other === seat ? [] : [{ seat: other, round: -1, fault: 'disconnect', sentence: 'nobody' }],
    );
    return { isolated: true, out, isTrial: true };
  }
}
