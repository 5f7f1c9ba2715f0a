import { afterRoundMatch } from '../finals/advance.ts';
import { announce } from '../store/rows.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { drawBatches } from './batches.ts';
import type { Desk } from './desk.ts';
import { afterCheck, afterQualifying, couldNotPlay } from './qualify.ts';
import { aloneEnded } from './voids.ts';

export type DoneMatch = Row<'matches'> & { readonly result: StoredResult };

/** The consequences of a result. The contest's row is held. */
export async function followResult(tx: Tx, desk: Desk, contest: Row<'contests'>, match: DoneMatch): Promise<void> {
  switch (match.kind) {
    case 'check':
      return await afterCheck(tx, desk, contest, match);
    case 'qualify':
      return await afterQualifying(tx, desk, contest, match);
    case 'ladder':
      return await afterRated(tx, desk, contest);
    case 'alone': {
      const given = await aloneEnded(tx, match);
      if (given) return await followVoid(tx, desk, contest, given);
      return await afterRated(tx, desk, contest);
    }
    case 'round':
      return await afterRoundMatch(tx, contest, match.round);
    case 'challenge':
    case 'trial':
      return;
  }
}

/** The consequences if a match stays void. */
export async function followVoid(tx: Tx, desk: Desk, contest: Row<'contests'>, match: Row<'matches'>): Promise<void> {
  await announce(tx, contest.id, 'match', { number: match.number, kind: match.kind, void: true });
  if (match.kind === 'check' || match.kind === 'qualify') await couldNotPlay(tx, desk, contest, match);
  else if (match.kind === 'ladder') await afterRated(tx, desk, contest);
}

async function afterRated(tx: Tx, desk: Desk, contest: Row<'contests'>): Promise<void> {
  await drawBatches(tx, contest, desk.house, desk.kept);
}
