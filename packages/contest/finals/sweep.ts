import type { QueueContext } from '../context.ts';
import { holdContest } from '../store/rows.ts';
import { advanceRound } from './advance.ts';
import { beginRound } from './freeze.ts';

/**
 * Starts the rounds that are due, and advances rounds whose matches are all done. Returns the number of started rounds.
 */
export async function sweepRounds(context: QueueContext): Promise<number> {
  const { store } = context;
  const rounds = await store.db
    .selectFrom('rounds')
    .select(['id', 'contest', 'state'])
    .where('state', 'in', ['announced', 'playing'])
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('state', '=', 'announced'),
        and([
          eb('state', '=', 'playing'),
          not(
            exists(
              selectFrom('matches')
                .whereRef('matches.round', '=', 'rounds.id')
                .where('matches.state', 'in', ['queued', 'leased', 'void'])
                .select('matches.id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  let begun = 0;
  for (const { id, contest, state } of rounds)
    await store.transaction(async (tx) => {
      const held = await holdContest(tx, contest);
      if (state === 'announced') begun += Number(await beginRound(tx, context, held, id));
      else await advanceRound(tx, held, id);
    });
  return begun;
}
