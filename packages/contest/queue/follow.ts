import type { QueueContext } from '../context.ts';
import { afterRoundMatch } from '../finals/advance.ts';
import { announce } from '../store/rows.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { drawBatches } from './batches.ts';
import { afterCheck, afterQualifying, couldNotPlay } from './qualify.ts';
import { aloneEnded } from './voids.ts';

export type DoneMatch = Row<'matches'> & { readonly result: StoredResult };

/** Processes the consequences of a result. The contest's row must be locked. */
export async function followResult(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: DoneMatch,
): Promise<void> {
  switch (match.kind) {
    case 'check':
      return await afterCheck(tx, context, contest, match);
    case 'qualify':
      return await afterQualifying(tx, context, contest, match);
    case 'ladder':
      return await afterRated(tx, context, contest);
    case 'alone': {
      const given = await aloneEnded(tx, match);
      if (given) return await followVoid(tx, context, contest, given);
      return await afterRated(tx, context, contest);
    }
    case 'round':
      return await afterRoundMatch(tx, contest, match.round);
    case 'challenge':
    case 'trial':
      return;
  }
}

/** Processes the consequences of a match that stays void. */
export async function followVoid(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: Row<'matches'>,
): Promise<void> {
  await announce(tx, contest.id, 'match', { number: match.number, kind: match.kind, void: true });
  if (match.kind === 'check' || match.kind === 'qualify') await couldNotPlay(tx, context, contest, match);
  else if (match.kind === 'ladder') await afterRated(tx, context, contest);
}

async function afterRated(tx: Tx, context: QueueContext, contest: Row<'contests'>): Promise<void> {
  await drawBatches(tx, contest, context.catalog, context.kept);
}
