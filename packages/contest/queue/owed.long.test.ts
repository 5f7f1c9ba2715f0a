import { expect, test } from 'vitest';
import { ended, joined, makeContest, organiserOf, SPRING, sent, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay } from '../testing/test-catalog.ts';

test('bots play about equally often in each seat, even if some matches are void', async () => {
  let refuse = 0;
  const server = await serveTest(await fresh(), {
    play: async (job) =>
      refuse-- > 0 ? { kind: 'refused', sentence: 'it cannot be played here' } : await fakePlay(job),
  });
  try {
    const organiser = await organiserOf(server);
    const code = await makeContest(organiser);
    const { db } = server.context.store;
    for (const [i, name] of ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'].entries()) {
      // From the next batch on, only the matches of the last contest are played.
      const person = await joined(server.url, code, name);
      await ended(person, await sent(person, `strength ${9 - i}`));
    }
    refuse = 7;
    await until(async () => refuse < 0);
    const { batch } = await organiser.get('contest', SPRING);
    await organiser.get('changeContest', { ...SPRING, body: { until: batch + 5 } });
    await until(async () => {
      const { waiting, batch: last } = await organiser.get('contest', SPRING);
      return waiting === 0 && last >= batch + 5;
    });
    const rows = await db.selectFrom('matches').select(['seats', 'state']).where('kind', '=', 'ladder').execute();
    expect(rows.filter(({ state }) => state === 'void').length).toBeGreaterThan(3);
    const sat = new Map<number, number[]>();
    for (const { seats, state } of rows)
      for (const [seat, each] of seats.entries()) {
        if (state !== 'done' || each.kind !== 'module') continue;
        const counts = sat.get(each.version) ?? seats.map(() => 0);
        counts[seat]++;
        sat.set(each.version, counts);
      }
    expect(sat.size).toBe(5);
    for (const [version, counts] of sat)
      expect(Math.max(...counts) - Math.min(...counts), `version ${version}: ${counts}`).toBeLessThanOrEqual(1);
  } finally {
    await server.close();
  }
});
