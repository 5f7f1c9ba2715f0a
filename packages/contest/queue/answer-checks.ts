import { StaleRequestError } from '../context.ts';
import type { Row, StoredResult } from '../store/schema.ts';
import type { FinishedOutcome, Lease } from '../words.ts';
import type { WorkerIdentity } from './lease.ts';
import { unpackReplay } from './result.ts';

// Checks to run on an answer before it is stored. Each check throws a `StaleRequestError` that describes the problem.

/**
 * Checks an answer to a lease that was answered before. The same answer again changes nothing, because its sender
 * missed the reply.
 */
export function isRepeated(before: string, hash: string | undefined): false {
  if (before === hash) return false;
  throw new StaleRequestError('another result for this lease has already arrived');
}

export function mustBeLeased(
  match: Pick<Row<'matches'>, 'state' | 'lease' | 'worker' | 'token' | 'input'>,
  asker: WorkerIdentity,
  lease: Lease,
): void {
  if (match.state !== 'leased') throw new StaleRequestError('the match is no longer leased');
  if (match.lease !== lease.number || match.worker !== asker.worker || match.token !== asker.token.id)
    throw new StaleRequestError('the match has been given to another worker');
  if (match.input !== lease.input) throw new StaleRequestError('the result is for another match');
}

type CheckedResult = Pick<StoredResult, 'scores' | 'used' | 'verdicts'>;

export function mustFit(match: Pick<Row<'matches'>, 'seats'>, { scores, used, verdicts }: CheckedResult): void {
  const seats = match.seats.length;
  if (scores.length !== seats || used.length !== seats || verdicts.some(({ seat }) => seat >= seats))
    throw new StaleRequestError(`the result does not have ${seats} players`);
}

/** Returns the bytes of an answer's replay. */
export function readReplay({ replay }: Pick<FinishedOutcome, 'replay'>): Buffer {
  try {
    return unpackReplay(replay);
  } catch {
    throw new StaleRequestError('the replay in this result cannot be read');
  }
}
