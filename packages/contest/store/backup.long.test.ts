import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { ended, joined, makeContest, organiserOf, SPRING, sent, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { FILES_AT_ONCE, LEFT_OUT, ORDER, RestoreRefusedError, restore, writeBackup } from './backup.ts';
import { openStore, type StorePlace } from './open.ts';

async function backupOf(place: StorePlace): Promise<string[]> {
  const store = await openStore(place);
  const lines: string[] = [];
  await writeBackup(store.db, 'test', (line) => void lines.push(line));
  await store.close();
  return lines;
}

async function* each(lines: readonly string[]) {
  yield* lines;
}

/** Returns the result of a contest, without times. */
async function tableOf(place: StorePlace) {
  const store = await openStore(place);
  const rows = await store.db.selectFrom('tables').select(['batch', 'rows']).orderBy('batch').execute();
  const { value: epoch } = await store.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  await store.close();
  return { rows, epoch };
}

test('every table is in a backup, or is deliberately dropped by a restore', async () => {
  const store = await openStore(await fresh());
  const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(store.db);
  await store.close();
  expect(rows.map(({ name }) => name).sort()).toEqual([...ORDER.map(([name]) => name), ...LEFT_OUT].sort());
});

test('a backup reads files a few at a time, completely and in order', async () => {
  const store = await openStore(await fresh());
  const hashes = Array.from({ length: 2 * FILES_AT_ONCE + 1 }, (_, index) => `${index}`.padStart(64, '0'));
  const modules = hashes.toReversed().map((hash) => ({ hash, bytes: new Uint8Array([7]) }));
  await store.db.insertInto('modules').values(modules).execute();
  const many: number[] = [];
  const counted: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some(({ bytes }) => bytes instanceof Uint8Array)) many.push(result.rows.length);
      return result;
    },
  };
  const written: string[] = [];
  await writeBackup(store.db.withPlugin(counted), 'test', (line) => void written.push(line));
  await store.close();
  expect(many).toEqual([FILES_AT_ONCE, FILES_AT_ONCE, 1]);
  const found = written.map((line) => JSON.parse(line)).filter(({ table }) => table === 'modules');
  expect(found.map(({ row }) => row.hash)).toEqual(hashes);
});

test('a contest restored midway has the same result as an undisturbed contest, and a damaged backup is rejected', async () => {
  const [place, other, empty] = [await fresh(), await fresh(), await fresh()];
  let server = await serveTest(place);
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser);
  await organiser.get('changeContest', { ...SPRING, body: { until: 0 } });
  for (const [name, text] of [
    ['Ada', 'strength 9'],
    ['Bob', 'strength 7'],
    ['Cyd', 'strength 6'],
  ]) {
    const browser = await joined(server.url, code, name);
    await ended(browser, await sent(browser, text));
  }
  const upTo = async (batch: number) => {
    await organiser.get('changeContest', { ...SPRING, body: { until: batch } });
    await until(async () => (await organiser.get('contest', SPRING)).batch === batch);
  };
  await upTo(2);
  // A match is running, and its worker will send an answer for the old database.
  await server.close();
  const lines = await backupOf(place);
  const toTheEnd = async (where: StorePlace) => {
    server = await serveTest(where);
    const again = Object.assign(organiser, { url: server.url });
    if ((await again.get('me')).person === null)
      await again.get('signIn', { body: { name: 'The organiser', password: 'correct horse' } });
    await upTo(4);
    await until(async () => (await again.get('ladder', SPRING)).batch === 4);
    await server.close();
    return await tableOf(where);
  };
  const plain = await toTheEnd(place);
  const target = await openStore(other);
  expect(await restore(target, each(lines))).toBe(lines.length - 2);
  await expect(restore(target, each(lines))).rejects.toThrow('this database is not empty');
  await target.close();
  const restored = await toTheEnd(other);
  expect(restored.rows.at(-1)).toEqual(plain.rows.at(-1));
  expect(restored.epoch).not.toBe(plain.epoch);
  // A damaged backup is rejected, and leaves no data.
  const store = await openStore(empty);
  for (const how of ['drop', 'cut', 'swap'])
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 1), async (at) => {
        const damaged = lines.flatMap((text, index) => {
          if (index !== at) return [text];
          if (how === 'drop') return [];
          return [how === 'cut' ? text.slice(0, text.length / 2) : '{"table":"secrets","row":{}}'];
        });
        await expect(restore(store, each(damaged)), how).rejects.toThrow(RestoreRefusedError);
        expect(await store.db.selectFrom('people').select('id').execute()).toEqual([]);
      }),
      { numRuns: 5 },
    );
  await store.close();
});

test('an older backup in which one person is in two entrants, or two names look alike, can be restored', async () => {
  const row = (table: string, values: object) => JSON.stringify({ table, row: values });
  const person = (id: number, name: string) => row('people', { id, name, folded: name.toLowerCase(), role: 'entrant' });
  const entrant = (id: number) => row('entrants', { id, contest: 1, number: id, name: 'Anna' });
  const member = (id: number) => row('members', { entrant: id, person: 1 });
  const rows = [
    person(1, 'Anna'),
    person(2, 'Аnnа'),
    row('contests', { id: 1, slug: 'a', form: {}, code: 'x', secret: 'y', state: 'open', entrants: 2 }),
    entrant(1),
    entrant(2),
    member(1),
    member(2),
  ];
  const lines = ['{"ludus":"backup","format":1,"version":"0"}', ...rows, `{"end":true,"rows":${rows.length}}`];
  const store = await openStore(await fresh());
  await restore(store, each(lines));
  expect(await store.db.selectFrom('members').select(['entrant', 'person']).execute()).toEqual([
    { entrant: 1, person: 1 },
  ]);
  expect(await store.db.selectFrom('entrants').select('id').execute()).toEqual([{ id: 1 }]);
  expect(await store.db.selectFrom('people').select('look').orderBy('id').execute()).toEqual([
    { look: 'anna' },
    { look: null },
  ]);
  const again = store.db.insertInto('members').values({ entrant: 1, person: 1 }).execute();
  await expect(again).rejects.toMatchObject({ code: '23505' });
  await store.close();
});

test('a restore keeps links between people and roster rows, even if their ids were stored in accounts', async () => {
  const [place, other, old] = [await fresh(), await fresh(), await fresh()];
  const server = await serveTest(place);
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser);
  await joined(server.url, code, 'Ada');
  await joined(server.url, code, 'Bob');
  await organiser.get('roster', { ...SPRING, body: { csv: 'id,name\n1,Ada\n2,Bob\n3,Cyd\n' } });
  const { guests } = await organiser.get('rosterRows', SPRING);
  await organiser.get('tieRows', { ...SPRING, body: { ties: [{ row: '1', person: guests[0].person }] } });
  const before = (await organiser.get('rosterRows', SPRING)).rows;
  await server.close();
  const lines = await backupOf(place);
  const rowsIn = async (where: StorePlace, from: readonly string[]) => {
    const store = await openStore(where);
    await restore(store, each(from));
    const rows = await store.db
      .selectFrom('roster')
      .select(['roster_id', 'person', 'code'])
      .orderBy('roster_id')
      .execute();
    await store.close();
    return rows;
  };
  expect(await rowsIn(other, lines)).toEqual(
    before.map(({ id, code, is }) => ({ roster_id: id, person: is?.person ?? null, code })),
  );
  const earlier = lines.map((line) => {
    const { table, row, ...rest } = JSON.parse(line) as { table?: string; row?: Record<string, unknown> };
    if (table === 'roster') {
      const { person: _, code: __, ...known } = row!;
      return JSON.stringify({ table, row: known });
    }
    if (table === 'people' && row!.name === 'Bob') return JSON.stringify({ table, row: { ...row, roster_id: '2' } });
    return table === undefined ? JSON.stringify(rest) : line;
  });
  const codes = { person: null, code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/) };
  expect(await rowsIn(old, earlier)).toEqual([
    { roster_id: '1', ...codes },
    { roster_id: '2', person: guests[1].person, code: null },
    { roster_id: '3', ...codes },
  ]);
});
