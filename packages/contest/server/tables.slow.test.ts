import { expect, test } from 'vitest';
import { setAside } from '../queue/compare.ts';
import { ResultsCache } from '../queue/results.ts';
import { openStore } from '../store/open.ts';
import { joined, makeContest, organiserOf, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { TableFitter } from './table-fitter.ts';
import { refreshTables } from './tables.ts';

// Slow: a server that plays two contests.

test('a leaderboard isn’t stored if results are discarded while it is computed, and the next leaderboard uses all results', async () => {
  const place = await fresh();
  const server = await serveTest(place, { tableMs: 3_600_000 });
  const organiser = await organiserOf(server);
  for (const slug of ['spring', 'second']) {
    const ada = await joined(server.url, await makeContest(organiser, { slug, perHour: 9 }), `Ada ${slug}`);
    await organiser.get('changeContest', { params: { contest: slug }, body: { until: 2 } });
    const query = { file: 'AIMine.cc' };
    await ada.get('submit', { params: { contest: slug }, query, bytes: 'strength 9' });
  }
  const { db: before } = server.context.store;
  await until(async () => {
    const batches = await before.selectFrom('batches').select('finished').execute();
    return batches.filter(({ finished }) => finished !== null).length === 4;
  });
  await server.close();

  const store = await openStore(place);
  const context = { ...server.context, store, kept: new ResultsCache() };
  await store.db.deleteFrom('tables').execute();
  const [, second] = await store.db.selectFrom('contests').select('id').orderBy('id').execute();
  const { id: token } = await store.db
    .selectFrom('tokens')
    .select('id')
    .where('own', '=', true)
    .executeTakeFirstOrThrow();
  class Disturbed extends TableFitter {
    override async table(...question: Parameters<TableFitter['table']>) {
      const rows = await super.table(...question);
      if (question[0] !== second.id)
        await store.transaction(async (tx) => {
          await setAside(tx, token, 0, 'it forged');
        });
      return rows;
    }
  }
  const fitter = new Disturbed();
  try {
    await refreshTables(context, fitter);
    const tables = await store.db.selectFrom('tables').select('contest').execute();
    expect(tables).toEqual([]);
    // Marks the matches as played again, which changes no revision.
    await store.db.updateTable('matches').set({ state: 'done' }).where('state', '=', 'queued').execute();
    await store.db.updateTable('batches').set({ finished: new Date() }).execute();
    const results = await store.snapshot((tx) => context.kept.upTo(tx, second.id, 2, []));
    expect(results.length).toBeGreaterThan(0);
  } finally {
    await fitter.close();
    await store.close();
  }
});
