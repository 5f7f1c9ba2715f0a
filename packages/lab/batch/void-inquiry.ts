import type { Attempt, Culprit, RetryPolicy } from './retry-policy.ts';

/** How many times a void match is played again. */
const AGAIN = 2;

/**
 * Steps for a void match, in which a module met a limit that is not its fault. The match is played again. If it is void again,
 * each player plays alone, to find the module that causes it. The match has no result then, and no one has lost it.
 */
export class VoidInquiry {
  /** By seat: which player. */
  private readonly players: readonly number[];
  private readonly attempts: Attempt[] = [];
  /** The seats that are still to be tried alone; undefined before it has come to that. */
  private trials: number[] | undefined;
  private readonly alone: number[] = [];

  constructor(players: readonly number[]) {
    this.players = players;
  }

  /** An attempt was void: what to try next; undefined if nothing is left to find out. */
  failed(attempt: Attempt): RetryPolicy | undefined {
    if (this.trials) {
      this.alone.push(this.trials.shift()!);
      return this.trial();
    }
    this.attempts.push(attempt);
    if (this.attempts.length <= AGAIN) return { isolated: true, out: [] };
    // The same player twice in a match is tried once.
    this.trials = this.players.flatMap((player, seat) => (this.players.indexOf(player) === seat ? [seat] : []));
    return this.trial();
  }

  /** A player alone came to the match's end. */
  passed(): RetryPolicy | undefined {
    this.trials!.shift();
    return this.trial();
  }

  /** Why there is no result. */
  get sentence(): string {
    return this.attempts[0].sentence;
  }

  /** The players whose modules do it: those that do so alone, else the one that was at work in all attempts. */
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
