import type { Row, StoredResult } from '../store/schema.ts';
import type { Finished, Lease } from '../words.ts';
import { Stale } from './desk.ts';
import type { Asker } from './lease.ts';
import { hashOfResult } from './result.ts';

// The checks of an answer before it is stored. Each throws a `Stale` that says what is wrong.

/** Whether an answer's sender did not hear that it had come; then nothing is new. */
export function isRepeated(before: string, hash: string | undefined): false {
  if (before === hash) return false;
  throw new Stale('another answer to this lease has come before');
}

export function mustBeLeased(
  match: Pick<Row<'matches'>, 'state' | 'lease' | 'worker' | 'token' | 'input'>,
  asker: Asker,
  lease: Lease,
): void {
  if (match.state !== 'leased') throw new Stale('the match is no longer given out');
  if (match.lease !== lease.number || match.worker !== asker.worker || match.token !== asker.token.id)
    throw new Stale('the match was given to another worker meanwhile');
  if (match.input !== lease.input) throw new Stale('the answer is to another match');
}

export function mustFit(match: Pick<Row<'matches'>, 'seats'>, { scores, used, verdicts }: StoredResult): void {
  const seats = match.seats.length;
  if (scores.length !== seats || used.length !== seats || verdicts.some(({ seat }) => seat >= seats))
    throw new Stale(`the answer is of another number of players than ${seats}`);
}

/** The hash by which two answers are compared. */
export function readHash(result: StoredResult, { replay }: Pick<Finished, 'replay'>): string {
  try {
    return hashOfResult(result, replay);
  } catch {
    throw new Stale('the replay in this answer cannot be read');
  }
}
