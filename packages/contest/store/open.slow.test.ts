import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fresh } from '../testing/databases.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { openStore } from './open.ts';
import type { Tx } from './schema.ts';
import { afterCommit } from './transaction.ts';

const open = async () => openStore(await fresh());

test('openStore creates the tables once, and keeps their rows', async () => {
  const place = await fresh();
  const first = await openStore(place);
  await first.db.insertInto('people').values({ name: 'Ada', folded: 'ada', role: 'entrant' }).execute();
  const before = await first.db.selectFrom('meta').selectAll().where('key', '=', 'epoch').execute();
  await first.close();
  const again = await openStore(place);
  expect(await again.db.selectFrom('people').select(['id', 'name', 'removed']).execute()).toEqual([
    { id: 1, name: 'Ada', removed: false },
  ]);
  expect(await again.db.selectFrom('meta').selectAll().where('key', '=', 'epoch').execute()).toEqual(before);
  await again.close();
});

test('the store returns bytes and JSON unchanged, and times as dates', async () => {
  const store = await open();
  const bytes = new Uint8Array([0, 1, 255, 39, 92]);
  const hash = '0'.repeat(64);
  await store.db.insertInto('modules').values({ hash, bytes }).execute();
  const row = await store.db.selectFrom('modules').selectAll().executeTakeFirstOrThrow();
  expect([...row.bytes]).toEqual([...bytes]);
  expect(row.created).toBeInstanceOf(Date);
  const { rows } = await sql<{
    a: unknown;
    n: number;
  }>`select ${'["x’\'"]'}::jsonb as a, count(*)::int as n from modules`.execute(store.db);
  expect(rows).toEqual([{ a: ["x’'"], n: 1 }]);
  await store.close();
});

test('a query that bypasses an open transaction’s handle fails instead of waiting forever', async () => {
  const store = await open();
  await expect(
    store.transaction(async (tx) => {
      await tx.insertInto('people').values({ name: 'Bo', folded: 'bo', role: 'entrant' }).execute();
      await store.db.selectFrom('people').selectAll().execute();
    }),
  ).rejects.toThrow('inside a transaction everything uses the transaction’s handle');
  expect(await store.db.selectFrom('people').selectAll().execute()).toEqual([]);
  await store.close();
});

test('afterCommit calls its function when other transactions can see the changes, but not after a rollback', async () => {
  const store = await open();
  const seen: Promise<unknown[]>[] = [];
  const write = async (tx: Tx) => {
    await tx.insertInto('people').values({ name: 'Bo', folded: 'bo', role: 'entrant' }).execute();
    afterCommit(() => seen.push(store.db.selectFrom('people').select('name').execute()));
  };
  await expect(
    store.transaction(async (tx) => {
      await write(tx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(seen).toEqual([]);
  await store.transaction(write);
  expect(await Promise.all(seen)).toEqual([[{ name: 'Bo' }]]);
  await store.close();
});

// PostgreSQL checks for a deadlock after a second.
test('a schema change is retried after a deadlock with a transaction', async () => {
  const store = await open();
  const change = 'alter table matches add column later int;\nalter table people add column later int;\n';
  const { db } = store;
  let changing: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    // The other transaction detects the deadlock.
    await sql`set local deadlock_timeout = '1min'`.execute(tx);
    await tx.selectFrom('people').selectAll().execute();
    changing = migrate(db, [...MIGRATIONS, { name: '9999-later', sql: change }]);
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
    await tx.selectFrom('matches').selectAll().execute();
  });
  await changing;
  await store.close();
});

test('parallel transactions don’t lose updates', async () => {
  const store = await open();
  await sql`insert into contests (slug, form, code, secret, state) values ('a', '{}', 'x', 'y', 'open')`.execute(
    store.db,
  );
  await Promise.all(
    Array.from({ length: 20 }, () =>
      store.transaction(async (tx) => {
        const { matches } = await tx.selectFrom('contests').select('matches').forUpdate().executeTakeFirstOrThrow();
        await tx
          .updateTable('contests')
          .set({ matches: matches + 1 })
          .execute();
      }),
    ),
  );
  expect(await store.db.selectFrom('contests').select('matches').executeTakeFirstOrThrow()).toEqual({
    matches: 20,
  });
  await store.close();
});

test('a rejected query reports its error code, and the next query works', async () => {
  const store = await open();
  const twice = () => store.db.insertInto('people').values({ name: 'C', folded: 'c', role: 'entrant' }).execute();
  await twice();
  await expect(twice()).rejects.toMatchObject({ code: '23505', constraint: 'people_folded' });
  expect(await store.db.selectFrom('people').select('name').execute()).toEqual([{ name: 'C' }]);
  await store.close();
});

test('openStore reports an unreachable database in one message', async () => {
  await expect(openStore({ databaseUrl: 'postgres://x@127.0.0.1:1/x' })).rejects.toThrow(
    /^the database cannot be reached: .*ECONNREFUSED/,
  );
});
