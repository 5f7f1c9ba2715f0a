import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { answerQuestion, type ServerQuestion } from '../chaos/server-link.ts';
import type { Progress, Transcript } from '../chaos/transcript.ts';
import { drawBatches } from '../queue/batches.ts';
import { sweep } from '../queue/sweep.ts';
import { MIGRATIONS, migrate } from '../store/migrate.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import { holdContest } from '../store/rows.ts';
import { Authenticator } from '../testing/authenticator.ts';
import {
  Browser,
  deferred,
  ended,
  joined,
  listen,
  makeContest,
  organiserOf,
  PASSWORD,
  SPRING,
  sent,
  serveTest,
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import type { RunningServer } from './start.ts';

// Slow: two servers on one PostgreSQL.

describe('two servers with one database', () => {
  let place: Awaited<ReturnType<typeof fresh>>;
  let one: RunningServer;
  let two: RunningServer;
  let organiser: Browser;
  let code: string;
  let ada: Browser;
  beforeAll(async () => {
    place = await fresh();
    one = await serveTest(place);
    organiser = await organiserOf(one);
    two = await serveTest(place, { play: undefined });
    code = await makeContest(organiser);
    ada = await joined(one.url, code, 'Ada');
  });
  afterAll(() => Promise.all([one?.close(), two?.close()]));

  /** Returns the same browser, whose next request goes to another server. */
  function at(server: RunningServer, browser: Browser): Browser {
    const other = new Browser(server.url);
    other.cookie = browser.cookie;
    return other;
  }

  test('both know the session, accept submissions, and report events', async () => {
    const stream = await listen(at(two, ada));
    const number = await sent(at(two, ada), 'strength 5');
    expect((await ended(ada, number)).state).toBe('in');
    await until(async () => stream.events.some(({ kind, data }) => kind === 'submission' && data.state === 'in'));
    // A change on one server is immediately visible on the other.
    await organiser.get('announce', { ...SPRING, body: { text: 'Welcome' } });
    expect(await at(two, ada).get('announcements', SPRING)).toMatchObject([{ text: 'Welcome' }]);
    await ada.get('signOut');
    await stream.ended;
    expect((await at(two, ada).get('me')).person).toBeNull();
  });

  test('accept a passkey challenge that the other server issued, but only once', async () => {
    const named = ({ url }: RunningServer) => url.replace('127.0.0.1', 'localhost');
    const [here, there] = [new Browser(named(one)), new Browser(named(two))];
    await here.get('join', { body: { code, name: 'Key', password: PASSWORD } });
    there.cookie = here.cookie;
    const key = new Authenticator(there.url);
    const offered = await here.get('offerPasskey');
    await there.get('makePasskey', { body: { name: 'mine', response: key.made(offered.challenge) } });
    const asked = await new Browser(here.url).get('askPasskey');
    const body = { response: key.signed(asked.challenge) };
    expect((await new Browser(there.url).get('usePasskey', { body })).person).toMatchObject({ name: 'Key' });
    for (const { url } of [here, there]) expect((await new Browser(url).ask('usePasskey', { body })).status).toBe(403);
  });

  test('count wrong passwords together, whichever server receives them', async () => {
    await joined(one.url, code, 'Bob');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const browser = new Browser([one, two][i % 2].url);
      statuses.push((await browser.ask('signIn', { body: { name: 'Bob', password: `${PASSWORD} ${i}` } })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('show that they are alive even while requests use all connections', async () => {
    const { db } = one.context.store;
    const { server } = one.context;
    const seen = async () =>
      (await two.context.store.db.selectFrom('servers').select('seen').where('id', '=', server).executeTakeFirst())
        ?.seen;
    const held = deferred();
    let many = 0;
    const holding = Array.from({ length: 8 }, () =>
      db.transaction().execute(async () => {
        many++;
        await held.promise;
      }),
    );
    await until(async () => many === 8);
    const before = await seen();
    // The last heartbeat was already in progress.
    const next = await until(async () => (await seen())!.getTime() > before!.getTime() && (await seen()));
    await until(async () => (await seen())!.getTime() > next.getTime());
    held.resolve();
    await Promise.all(holding);
  });

  if (IS_LONG_RUN)
    test('take over a lost server’s unfinished work', async () => {
      const { db } = one.context.store;
      const eve = await joined(one.url, code, 'Eve');
      const number = await sent(eve, 'strength 9');
      await ended(eve, number);
      await db
        .insertInto('servers')
        .values({ id: 'gone', level: MIGRATIONS.length, engine: 'test', seen: new Date(0) })
        .execute();
      await db
        .updateTable('submissions')
        .set({ state: 'compiling', owner: 'gone', deadline: sql<Date>`clock_timestamp() + interval '1 hour'` })
        .where('number', '=', number)
        .execute();
      const { steps } = await ended(eve, number);
      expect(steps.filter(({ state }) => state === 'compiling')).toHaveLength(2);
      expect(await db.selectFrom('servers').select('id').where('id', '=', 'gone').execute()).toEqual([]);
    });
});

/** Minimum number of connection failures. */
const MIN_FAULTS = 3;

/** Plays a small contest on several servers, while `disturb` is called repeatedly, and returns its result. */
async function played(
  many: number,
  disturb?: (servers: RunningServer[], place: StorePlace) => Promise<void>,
): Promise<string> {
  const place = await fresh();
  const servers = [await serveTest(place)];
  const organiser = await organiserOf(servers[0]);
  while (servers.length < many) servers.push(await serveTest(place));
  // The last server in the list has been running for the longest time.
  const ask = <Answer>(question: ServerQuestion) =>
    until(async () => answerQuestion(servers.at(-1)!.context, question).catch(() => undefined)) as Promise<Answer>;
  const code = await makeContest(organiser, { perHour: 1000 });
  const people: Browser[] = [];
  for (const name of ['Ada', 'Bob', 'Cy']) people.push(await joined(servers[0].url, code, name));
  await answerQuestion(servers[0].context, { kind: 'prepare', slug: 'spring', secret: '7'.repeat(64) });
  for (const [index, person] of people.entries()) await ended(person, await sent(person, `strength ${5 + index}`));
  let isOver = false;
  const disturbing = (async () => {
    // A fast machine plays all matches before there are enough faults.
    for (let faults = 0; disturb && (!isOver || faults < MIN_FAULTS); faults++) await disturb(servers, place);
  })();
  const wait = (is: (progress: Progress) => boolean) =>
    until(async () => is(await ask<Progress>({ kind: 'progress', slug: 'spring' })));
  for (const batch of IS_LONG_RUN ? [2, 4, 6] : [2]) {
    await until(async () => {
      await answerQuestion(servers.at(-1)!.context, { kind: 'until', slug: 'spring', until: batch }).catch(() => {});
      return (await ask<Progress>({ kind: 'progress', slug: 'spring' })).until === batch;
    });
    await wait(({ finished }) => finished >= batch);
  }
  isOver = true;
  await disturbing;
  // The first request after a connection was broken may still get that connection.
  const final: ServerQuestion = { kind: 'round', slug: 'spring', secret: '8'.repeat(64) };
  await until(() =>
    answerQuestion(servers[0].context, final).then(
      () => true,
      () => false,
    ),
  );
  await wait(({ round, waiting }) => round === 'played' && waiting === 0);
  const { text, wrong } = await ask<Transcript>({ kind: 'transcript', slug: 'spring' });
  expect(wrong).toEqual([]);
  await Promise.all(servers.map((server) => server.close()));
  return text;
}

// The tests above and below break a connection, and end a server.
if (IS_LONG_RUN)
  test('two servers finish a contest with the same result as one undisturbed server, even if they lose connections and are replaced', async () => {
    let faults = 0;
    const wild = await played(2, async (servers, place) => {
      faults++;
      const { context } = servers.at(-1)!;
      // Both servers plan at the same time, and lose their connections while they plan.
      await Promise.allSettled([
        ...servers.map((server) => sweep(server.context)),
        sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(context.store.db),
      ]);
      if (faults % 3 !== 0) return;
      servers.push(await serveTest(place));
      await servers.shift()!.close();
    });
    expect(faults).toBeGreaterThanOrEqual(MIN_FAULTS);
    expect(wild).toBe(await played(1));
  });

test('two servers don’t plan matches at the same time, even if the first server loses its connection midway', async () => {
  const place = await fresh();
  // Disables automatic sweeps and matches.
  const still = { sweepMs: 3_600_000, play: undefined };
  const one = await serveTest(place);
  const organiser = await organiserOf(one);
  const ada = await joined(one.url, await makeContest(organiser), 'Ada');
  const { db } = one.context.store;
  await db.updateTable('contests').set({ until: 0 }).execute();
  await ended(ada, await sent(ada, 'strength 5'));
  await one.close();
  const [first, second] = [await serveTest(place, still), await serveTest(place, still)];
  const { db: other } = second.context.store;
  const contest = (await other.selectFrom('contests').select('id').executeTakeFirstOrThrow()).id;
  const batches = async () =>
    (await other.selectFrom('batches').select('number').orderBy('number').execute()).map(({ number }) => number);
  /** Lets the first server plan; before it commits, the second also starts to plan and waits for it. */
  const planBoth = async (meanwhile: (pid: number) => Promise<unknown>) => {
    let drawn = (_: number) => {};
    let commit = () => {};
    const isDrawn = new Promise<number>((done) => {
      drawn = done;
    });
    const mayCommit = new Promise<void>((done) => {
      commit = done;
    });
    const planned = first.context.store.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await drawBatches(tx, await holdContest(tx, contest), first.context.catalog, first.context.kept);
      drawn(rows[0].pid);
      await mayCommit;
    });
    const outcome = Promise.allSettled([planned]);
    const pid = await isDrawn;
    const waiting = sweep(second.context);
    await until(async () => (await sql`select 1 from pg_locks where not granted`.execute(other)).rows.length > 0);
    await meanwhile(pid);
    commit();
    await waiting;
    return (await outcome)[0].status;
  };
  await other.updateTable('contests').set({ until: 1 }).execute();
  expect(await planBoth(async () => {})).toBe('fulfilled');
  expect(await batches()).toEqual([1]);
  await other.updateTable('contests').set({ until: 2 }).execute();
  expect(await planBoth((pid) => sql`select pg_terminate_backend(${pid})`.execute(other))).toBe('rejected');
  expect(await batches()).toEqual([1, 2]);
  const rated = await other
    .selectFrom('matches')
    .select('rated')
    .where('kind', '=', 'ladder')
    .orderBy('rated')
    .execute();
  expect(rated.map(({ rated: number }) => number)).toEqual(rated.map((_, index) => index + 1));
  await Promise.all([first.close(), second.close()]);
});

describe('a later release', () => {
  const CHANGE = { name: '9999-change', sql: 'alter table contests add column later text' };

  if (IS_LONG_RUN)
    test('runs next to this release, and shares a contest’s work, if it only adds to the tables', async () => {
      const place = await fresh();
      const before = await serveTest(place);
      const organiser = await organiserOf(before);
      const code = await makeContest(organiser);
      const added = ['submissions', 'matches', 'people', 'servers'].map(
        (table) => `alter table ${table} add column later jsonb not null default '{}';\n`,
      );
      const more = `${added.join('')}create table more (entrant integer references entrants on delete cascade);\n`;
      await migrate(before.context.store.db, [...MIGRATIONS, CHANGE, { name: '9999-more', sql: more }]);
      // A restarted server doesn't know the change either.
      const after = await serveTest(place);
      for (const [index, { url }] of [before, after].entries()) {
        const person = await joined(url, code, `Person ${index}`);
        expect((await ended(person, await sent(person, `strength ${5 + index}`))).state).toBe('in');
      }
      const ladder = async ({ url }: RunningServer) => {
        const { rows } = await new Browser(url).get('ladder', { ...SPRING, query: { limit: 10 } });
        return rows.length === 2 && rows;
      };
      await until(() => ladder(before));
      await until(() => ladder(after));
      await Promise.all([before.close(), after.close()]);
    });

  test('waits until this release’s servers have stopped, and locks them out, if it is incompatible', async () => {
    const place = await fresh();
    const server = await serveTest(place);
    const later = await openStore(place);
    const migrating = migrate(later.db, [...MIGRATIONS, { ...CHANGE, breaks: true }]);
    expect((await server.lost).message).toBe('a newer release has taken over the database, so this server stops');
    await server.close();
    await migrating;
    await later.close();
    await expect(openStore(place)).rejects.toThrow(
      'the database belongs to a newer release of Ludus (it has 9999-change). Use that release or a later one',
    );
  });

  test('doesn’t change anything while a server of this release is running, if it is incompatible', async () => {
    const store = await openStore(await fresh());
    await store.db
      .insertInto('servers')
      .values({ id: 'hung', level: MIGRATIONS.length, engine: 'test', seen: new Date('2999-01-01') })
      .execute();
    await expect(migrate(store.db, [...MIGRATIONS, { ...CHANGE, breaks: true }], 1)).rejects.toThrow(
      'a server of an earlier release is still running, and can’t run alongside this release. Stop it first',
    );
    const { rows } = await sql`select 1 from migrations where name = ${CHANGE.name}`.execute(store.db);
    expect(rows).toEqual([]);
    await store.close();
  });
});
