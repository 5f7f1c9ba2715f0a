import { expect, test } from 'vitest';
import { type Browser, joined, makeContest, organiserOf, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';

test('one organiser remains when two organisers demote, merge, or delete each other in parallel', async () => {
  const server = await serveTest(await fresh(), { play: undefined });
  try {
    const first = await organiserOf(server);
    const code = await makeContest(first);
    const ask = async (browser: Browser, kind: 'role' | 'delete' | 'merge', id: number, spare: number) => {
      const params = { id };
      if (kind === 'role') return await browser.ask('setRole', { params, body: { role: 'entrant' } });
      if (kind === 'delete') return await browser.ask('deletePerson', { params });
      return await browser.ask('mergePeople', { params: { id: spare }, body: { other: id } });
    };
    for (const kind of ['role', 'merge', 'delete'] as const) {
      // The remaining organiser continues with a new organiser.
      const people = await first.get('people').catch(() => []);
      if (people.length === 0) break;
      const second = await joined(server.url, code, `second ${kind}`);
      await joined(server.url, code, `spare ${kind}`);
      const all = await first.get('people');
      const idOf = (name: string) => all.find((each) => each.name === name)!.id;
      await first.get('setRole', { params: { id: idOf(`second ${kind}`) }, body: { role: 'organiser' } });
      const spare = idOf(`spare ${kind}`);
      const done = await Promise.all([
        ask(first, kind, idOf(`second ${kind}`), spare),
        ask(second, kind, idOf('The organiser'), spare),
      ]);
      const left = await server.context.store.db
        .selectFrom('people')
        .select('id')
        .where('role', '=', 'organiser')
        .where('removed', '=', false)
        .execute();
      expect([kind, left.length]).toEqual([kind, 1]);
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    }
  } finally {
    await server.close();
  }
});
