import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { problem, type Route } from '../api/route.ts';
import { ROUTES, type RouteId } from '../api/routes.ts';
import { type Case, type Cases, Crowd, type WritingId } from '../testing/at-once/crowd.ts';
import { organisingAtOnce } from '../testing/at-once/organising.ts';
import { peopleAtOnce } from '../testing/at-once/people.ts';
import { playingAtOnce } from '../testing/at-once/playing.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { type Browser, makeContest, PASSWORD, SPRING } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';

// Slow: a few hundred requests to a server on PostgreSQL, some of which hash passwords.

describe('parallel requests', () => {
  let crowd: Crowd;
  const logged: string[] = [];
  beforeAll(async () => {
    crowd = await Crowd.gather((await fresh()).databaseUrl, { write: (line) => logged.push(line) });
  });
  afterAll(async () => {
    await crowd?.server.close();
  });

  // The compiler reports routes without a case.
  const casesOf = (of: Crowd): Cases => ({ ...peopleAtOnce(of), ...playingAtOnce(of), ...organisingAtOnce(of) });
  const writing = (Object.entries(ROUTES) as [RouteId, Route][]).flatMap(([id, { method, takes }]) =>
    method === 'GET' || takes === 'form' ? [] : [id as WritingId],
  );

  describe.each([
    ['one person', 'one'],
    ['many people', 'many'],
  ] as const)('by %s', (_, how) => {
    // A quick run sends each request in only one of the two ways.
    const asked = writing.filter((_, index) => IS_LONG_RUN || index % 2 === (how === 'one' ? 0 : 1));
    test.each(asked)('change data consistently: %s', async (id) => {
      const tried = casesOf(crowd)[id] as unknown as Case<WritingId>;
      crowd.asking = await tried.by(how);
      const call = await tried.call(how);
      const audited = () => crowd.count(sql`select count(*) as many from audit where what = ${tried.audit ?? ''}`);
      const before = await audited();
      logged.length = 0;
      const answers = await Promise.all(
        crowd.asking.map(async (browser) => {
          const response = await browser.ask(id, call as never);
          return { status: response.status, body: (await response.json()) as never };
        }),
      );
      const shown = JSON.stringify(answers.map(({ status, body }) => [status, (body as { code?: string }).code]));
      const wrong = logged.filter((line) => line.includes('"level":50')).join('\n');
      expect(wrong, shown).toBe('');
      const replies = answers.filter(({ status }) => status === 200).map(({ body }) => body);
      for (const { status, body } of answers) {
        expect(status, shown).toBeLessThan(500);
        if (status !== 200) expect(problem.safeParse(body).success).toBe(true);
      }
      expect(replies.length, shown).toBe(tried.granted[how]);
      if (tried.audit !== undefined) expect((await audited()) - before).toBe(replies.length);
      await tried.afterwards?.(how, replies);
      await crowd.mustHold();
    });
  });

  test('don’t exceed the hourly limit on submissions', async () => {
    const someone = await crowd.entrant();
    await crowd.organiser.get('changeContest', { ...SPRING, body: { perHour: 4 } });
    const answers = await crowd.times((index) =>
      someone.ask('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: `strength 2 ${index}` }),
    );
    await crowd.organiser.get('changeContest', { ...SPRING, body: { perHour: 30 } });
    // One file was submitted before.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    await crowd.mustHold();
  });

  test('let only one person take one of several similar names', async () => {
    const names = ['oscar', 'OSCAR', 'оscаr', 'Oscar ', 'oscar', 'оsсаr', 'oscar', 'oscar'];
    const answers = await Promise.all(
      (await crowd.strangers()).map((browser, index) =>
        browser.ask('join', { body: { code: crowd.code, name: names[index], password: PASSWORD } }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await crowd.mustHold();
  });

  test('link a personal code’s row to only one of eight people', async () => {
    const contest = { params: { contest: 'one-row' } };
    await makeContest(crowd.organiser, { slug: 'one-row', title: 'One row' });
    await crowd.organiser.get('roster', { ...contest, body: { csv: 'id,name\n1,Rosa Line\n' } });
    const { rows } = await crowd.organiser.get('rosterRows', contest);
    const answers = await Promise.all(
      (await crowd.strangers()).map((browser, index) =>
        browser.ask('join', { body: { code: rows[0].code!, name: `Rosa ${index}`, password: PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
    expect(await crowd.count(sql`select count(*) as many from people where name like 'Rosa _'`)).toBe(1);
    await crowd.mustHold();
  });

  test('don’t exceed the limit on passkeys per person', async () => {
    const owner = await crowd.newAccount();
    const keys = await Promise.all(
      Array.from({ length: 12 }, async () =>
        new Authenticator(owner.url).made((await owner.get('offerPasskey')).challenge),
      ),
    );
    const answers = await Promise.all(
      keys.map((response) => owner.ask('makePasskey', { body: { name: 'mine', response } })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    await crowd.mustHold();
  });

  test('keep submissions that arrive during a merge, and remove submissions that arrive during a deletion', async () => {
    const [keeps, goes, deleted] = [await crowd.newAccount(), await crowd.newAccount(), await crowd.entrant()];
    await keeps.get('join', { body: { code: crowd.code } });
    await goes.get('join', { body: { code: crowd.code } });
    const submit = (browser: Browser, index: number) =>
      browser.ask('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: `strength 3 ${index}` });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => submit(goes, index)),
      crowd.organiser.ask('mergePeople', { params: { id: crowd.idOf(keeps) }, body: { other: crowd.idOf(goes) } }),
      ...Array.from({ length: 4 }, (_, index) => submit(deleted, index)),
      crowd.organiser.ask('deletePerson', { params: { id: crowd.idOf(deleted) } }),
    ]);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const kept = answers.slice(0, 4).filter(({ ok }) => ok);
    const there =
      await crowd.count(sql`select count(*) as many from submissions s join members m on m.entrant = s.entrant
        where m.person in (${crowd.idOf(keeps)}, ${crowd.idOf(goes)})`);
    expect(there).toBe(kept.length);
    expect(
      await crowd.count(sql`select count(*) as many from submissions s join people p on p.removed and p.id = ${crowd.idOf(deleted)}
          join entrants e on e.id = s.entrant where s.source is not null and e.name = 'entrant ' || e.number`),
    ).toBe(0);
    await crowd.mustHold();
  });
});
