import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../queue/sweep.ts';
import { MIGRATIONS, migrate } from '../store/migrate.ts';
import { openStore } from '../store/open.ts';
import { Authenticator } from '../testing/authenticator.ts';
import {
  Browser,
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

describe('two servers on one database', () => {
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

  /** The same browser, whose next request another server answers. */
  function at(server: RunningServer, browser: Browser): Browser {
    const other = new Browser(server.url);
    other.cookie = browser.cookie;
    return other;
  }

  test('whichever answers knows who asks, takes submissions and tells what happens', async () => {
    const stream = await listen(at(two, ada));
    const number = await sent(at(two, ada), 'strength 5');
    expect((await ended(ada, number)).state).toBe('in');
    await until(async () => stream.events.some(({ kind, data }) => kind === 'submission' && data.state === 'in'));
    // What one changes the other shows at once.
    await organiser.get('announce', { ...SPRING, body: { text: 'Welcome' } });
    expect(await at(two, ada).get('announcements', SPRING)).toMatchObject([{ text: 'Welcome' }]);
    await ada.get('signOut');
    await stream.ended;
    expect((await at(two, ada).get('me')).person).toBeNull();
  });

  test('a passkey that one server asks for is taken by another, once', async () => {
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

  test('wrong passwords count, whichever server is asked', async () => {
    await joined(one.url, code, 'Bob');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const browser = new Browser([one, two][i % 2].url);
      statuses.push((await browser.ask('signIn', { body: { name: 'Bob', password: `${PASSWORD} ${i}` } })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('sweeps of both at once, and connections that are cut meanwhile, plan each batch once', async () => {
    const people = await Promise.all(['Cy', 'Di'].map((name) => joined(two.url, code, name)));
    for (const [index, person] of people.entries()) await ended(person, await sent(person, `strength ${6 + index}`));
    const { db } = one.desk.store;
    const cutting = (async () => {
      for (let i = 0; i < 8; i++) {
        await Promise.allSettled([sweep(one.desk), sweep(two.desk), sweep(one.desk)]);
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`
          .execute(db)
          .catch(() => {});
      }
    })();
    await cutting;
    const { rows } = await sql<{ batch: number; many: number }>`
      select batch, count(*)::int as many from matches where kind = 'ladder' group by 1 order by 1`.execute(db);
    const batches = await db.selectFrom('batches').select(['number', 'live']).orderBy('number').execute();
    expect(rows.map(({ batch }) => batch)).toEqual(batches.map(({ number }) => number));
    expect(batches.map(({ number }) => number)).toEqual(batches.map((_, index) => index + 1));
    const rated = await db
      .selectFrom('matches')
      .select('rated')
      .where('kind', '=', 'ladder')
      .orderBy('rated')
      .execute();
    expect(rated.map(({ rated: number }) => number)).toEqual(rated.map((_, index) => index + 1));
  });

  test('what a server that is gone had begun goes to another one', async () => {
    const { db } = one.desk.store;
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

describe('a release after this one', () => {
  const CHANGE = { name: '9999-change', sql: 'alter table contests add column later text' };

  test('that only adds to the tables runs beside this one', async () => {
    const place = await fresh();
    const server = await serveTest(place);
    await migrate(server.desk.store.db, [...MIGRATIONS, CHANGE]);
    const second = await serveTest(place);
    expect((await fetch(`${second.url}/api/me`)).status).toBe(200);
    await Promise.all([server.close(), second.close()]);
  });

  test('that breaks with this one waits until its servers have ended, which they do by themselves; they start no more', async () => {
    const place = await fresh();
    const server = await serveTest(place);
    const later = await openStore(place);
    const migrating = migrate(later.db, [...MIGRATIONS, { ...CHANGE, breaks: true }]);
    expect((await server.lost).message).toBe(
      'a newer release has taken the database over: this server cannot go on with it, and ends',
    );
    await server.close();
    await migrating;
    await later.close();
    await expect(openStore(place)).rejects.toThrow(
      'the database was made by a newer release of Ludus: it has 9999-change',
    );
  });
});
