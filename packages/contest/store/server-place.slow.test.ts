import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { openStore, type Store } from './open.ts';
import { PlaceLost } from './server-place.ts';

// Slow: a PostgreSQL server, which is started twice.

describe('a server’s place at a database', () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  beforeEach(async () => {
    databaseUrl = await postgres.fresh();
  });

  const write = ({ db }: Store, name: string) =>
    db.insertInto('people').values({ name, folded: name, role: 'entrant' }).execute();
  const namesIn = async ({ db }: Store) =>
    (await db.selectFrom('people').select('name').orderBy('id').execute()).map(({ name }) => name);
  /** A server, and what becomes true when it says that it holds the database again. */
  async function opened() {
    let again = () => {};
    const held = new Promise<void>((done) => {
      again = done;
    });
    const store = await openStore({ databaseUrl }, (sentence) => {
      if (sentence === 'the database is held again') again();
    });
    return { store, held };
  }
  /** Ends the connection that holds the lock, and takes the lock before anybody else does. */
  const TAKE_LOCK = `
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7215002
        and database = (select oid from pg_database where datname = current_database());
      select pg_advisory_lock(7215002)`;

  test('a server writes nothing, in no way, when another one has taken the database', async () => {
    const first = await openStore({ databaseUrl });
    await write(first, 'before');
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query(TAKE_LOCK);
    // Nobody has taken its place yet: it waits for the lock, and what it writes is written.
    await write(first, 'without the lock');
    await other.query(`update meta set value = 'another' where key = 'writer'`);
    await expect(write(first, 'alone')).rejects.toThrow(PlaceLost);
    await expect(first.transaction((tx) => tx.deleteFrom('people').execute())).rejects.toThrow(
      'another server has taken this database: this one has lost its place and ends',
    );
    expect(await first.lost).toBeInstanceOf(PlaceLost);
    await other.end();
    const second = await openStore({ databaseUrl });
    expect(await namesIn(second)).toEqual(['before', 'without the lock']);
    // Nor when the first one is asked only now.
    await expect(write(first, 'late')).rejects.toThrow(PlaceLost);
    await write(second, 'after');
    await Promise.all([first.close(), second.close()]);
  });

  test('a server takes the lock again when the connection that holds it breaks', async () => {
    const { store, held } = await opened();
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query(TAKE_LOCK);
    await other.end();
    await held;
    await expect(openStore({ databaseUrl })).rejects.toThrow('another server has this database: end it first');
    await write(store, 'still here');
    await store.close();
  });

  test('a server that waits for the lock learns that another one has come and gone', async () => {
    const { store } = await opened();
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query(TAKE_LOCK);
    await other.query(`update meta set value = 'another' where key = 'writer'`);
    await other.end();
    expect((await store.lost).message).toMatch(/^another server has taken this database/);
    await store.close();
  });

  test('nobody takes the database while a transaction of the one before is under way', async () => {
    const store = await openStore({ databaseUrl });
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    // As migrate.ts does, but without waiting.
    const canTake = async () => (await other.query('select pg_try_advisory_xact_lock(7215001) as can')).rows[0].can;
    expect(await store.transaction(canTake)).toBe(false);
    expect(await canTake()).toBe(true);
    await other.end();
    await store.close();
  });

  test('a server goes on, alone, when PostgreSQL is started again', async () => {
    const { store, held } = await opened();
    await write(store, 'before');
    await postgres.restart();
    await held;
    await expect(openStore({ databaseUrl })).rejects.toThrow('another server has this database: end it first');
    await write(store, 'after');
    expect(await namesIn(store)).toEqual(['before', 'after']);
    await store.close();
  });
});
