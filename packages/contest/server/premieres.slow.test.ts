import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pointsOf, RESULT_MS } from '../premieres/rules.ts';
import { holdContest } from '../store/rows.ts';
import { Browser, deferred, ended, SPRING, sent, springOf, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay, GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

// Slow: a server that plays a contest. Times are changed in the database instead of waiting.

describe('premieres', () => {
  let server: RunningServer;
  let organiser: Browser;
  let visitor: Browser;
  let hold = deferred();
  const db = () => server.context.store.db;
  const key = (n: number) => `${n}`.repeat(22);
  const shown = async () => (await visitor.get('premiere', SPRING)).premiere;
  /** Waits until the condition is true, and returns the premiere. */
  const premiereWhen = async (isSo: (premiere: NonNullable<Awaited<ReturnType<typeof shown>>>) => unknown) =>
    await until(async () => {
      const premiere = await shown();
      return premiere && isSo(premiere) ? premiere : undefined;
    });
  /** Moves the newest premiere's times so that this moment has passed. The server's replies may be a second old. */
  const passTo = async (moment: 'starts' | 'ends', afterMs = 0) => {
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from ${sql.ref(moment)} - clock_timestamp())::double precision as left
      from premieres order by number desc limit 1`.execute(db());
    const earlier = sql<Date>`- make_interval(secs => ${rows[0].left + afterMs / 1000})`;
    await sql`update premieres set opened = opened ${earlier}, starts = starts ${earlier}, ends = ends ${earlier}
      where number = (select max(number) from premieres)`.execute(db());
  };
  const call = (premiere: number, side: number, caller: string, name?: string) =>
    visitor.ask('callWinner', { ...SPRING, body: { premiere, side, caller, ...(name && { name }) } });
  /** Deletes a caller, so that later tests see the same callers. */
  const forget = async (answer: Response) => {
    const { caller } = (await answer.json()) as { caller: number };
    await db().deleteFrom('callers').where('id', '=', caller).execute();
  };
  const problem = async (response: Response) => ({
    status: response.status,
    code: ((await response.json()) as { code: string }).code,
  });

  beforeAll(async () => {
    hold.resolve();
    const spring = await springOf(await fresh(), ['Ada', 'Bob', 'Cyd', 'Dan'], {
      play: async (job) => {
        await hold.promise;
        return await fakePlay(job);
      },
    });
    ({ server, organiser } = spring);
    visitor = new Browser(server.url);
    await organiser.get('changeContest', { ...SPRING, body: { until: 0 } });
    for (const [at, person] of spring.people.entries()) await ended(person, await sent(person, `strength ${5 + at}`));
  });
  afterAll(async () => {
    hold.resolve();
    await server.close();
  });

  test('don’t exist before the ladder has a match', async () => {
    expect(await visitor.get('premiere', SPRING)).toEqual({ premiere: null, callers: [] });
  });

  test('choose their match before it is played, and let visitors without an account predict its winner', async () => {
    hold = deferred();
    await organiser.get('changeContest', { ...SPRING, body: { until: 1 } });
    const premiere = await premiereWhen(({ known }) => !known);
    expect(premiere).toMatchObject({ number: 1, starts: null, ends: null, calls: [0, 0, 0, 0] });
    const line = (await (await call(1, 0, key(1), 'Foreseer')).json()) as { caller: number };
    expect(line).toMatchObject({ name: 'Foreseer', points: 0, calls: 0, hits: 0 });
    for (const side of [1, 2, 3]) expect((await call(1, side, key(side + 1))).status).toBe(200);
    expect((await premiereWhen(({ calls }) => calls[3] === 1)).calls).toEqual([1, 1, 1, 1]);
  });

  test('let a prediction wait for a step of the premiere without locking the premiere', async () => {
    const store = server.context.store;
    const [held, later] = [deferred(), deferred()];
    const step = store.transaction(async (tx) => {
      await holdContest(tx, 1);
      held.resolve();
      await later.promise;
      // With `nowait`, a locked row is an error.
      await sql`select from premieres where number = 1 for update nowait`.execute(tx);
    });
    await held.promise;
    const waiting = call(1, 0, key(8));
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query ilike '%for key share%'`.execute(
        db(),
      );
      return rows.length > 0;
    });
    later.resolve();
    await step;
    const answer = await waiting;
    expect(answer.status).toBe(200);
    await forget(answer);
  });

  test('give a nickname to only one of two callers who ask for it at the same time', async () => {
    const answers = await Promise.all([6, 7].map((n) => call(1, 0, key(n), 'Twin')));
    const [taken] = answers.filter(({ ok }) => !ok);
    expect(await problem(taken)).toEqual({ status: 409, code: 'name/taken' });
    const [given] = answers.filter(({ ok }) => ok);
    await forget(given);
  });

  test('reject repeated predictions, unknown sides, and names that others use', async () => {
    expect(await problem(await call(1, 1, key(1)))).toEqual({ status: 409, code: 'premiere/again' });
    expect(await problem(await call(1, 4, key(9)))).toEqual({ status: 400, code: 'premiere/side' });
    expect(await problem(await call(2, 0, key(9)))).toEqual({ status: 404, code: 'not-found' });
    // One of these names contains similar-looking letters of another alphabet.
    for (const name of ['ADA', '\u0430\u0501\u0430', 'foreseer'])
      expect(await problem(await call(1, 0, key(9), name)), name).toEqual({ status: 409, code: 'name/taken' });
    const { players } = testCatalog.kits.find(({ game }) => game.id === GAME.id)!;
    for (const name of [players[0].name, players[0].name.toUpperCase()])
      expect(await problem(await call(1, 0, key(9), name)), name).toEqual({ status: 400, code: 'name/builtin' });
    expect(await problem(await call(1, 0, 'short'))).toMatchObject({ status: 400 });
    // A rejected call leaves no data, and the key rejects duplicates that the server would overlook.
    expect(await db().selectFrom('callers').select('id').execute()).toHaveLength(4);
    const [one] = await db().selectFrom('calls').selectAll().execute();
    await expect(db().insertInto('calls').values(one).execute()).rejects.toThrow(/duplicate key/);
    const open = { contest: 1, number: 9, match: 1, known: true, history: '{}' };
    await expect(db().insertInto('premieres').values(open).execute()).rejects.toThrow(/premieres_open/);
  });

  test('get a start time once the match is played, and hide its result and replay from everyone', async () => {
    hold.resolve();
    const premiere = await premiereWhen(({ starts }) => starts !== null);
    const { number } = premiere.match;
    const params = { contest: 'spring', match: number };
    await until(async () => (await organiser.get('contest', SPRING)).waiting === 0);
    for (const browser of [visitor, organiser]) {
      const line = (await browser.get('matches', { ...SPRING, query: {} })).find((each) => each.number === number)!;
      const match = await browser.get('match', { params });
      for (const shown of [line, match, premiere.match]) {
        expect(shown).toMatchObject({ premiere: true, watchable: false, state: 'done' });
        for (const seat of shown.seats) expect(seat).toMatchObject({ score: null, place: null, fault: null });
      }
      expect(match).toMatchObject({ rounds: null, reason: null, used: [], verdicts: [] });
      for (const id of ['replay', 'sidecar'] as const)
        expect(await problem(await browser.ask(id, { params })), id).toEqual({ status: 404, code: 'match/premiere' });
    }
  });

  test('provide the replay after the start, and then reject predictions', async () => {
    const { match } = (await shown())!;
    await passTo('starts', 1000);
    await until(async () => (await visitor.ask('replay', { params: { contest: 'spring', match: match.number } })).ok);
    expect(await problem(await call(1, 0, key(8)))).toEqual({ status: 409, code: 'premiere/over' });
    expect((await shown())!.match.seats[0].score).toBeNull();
  });

  test('publish the result at the end, and give points for correct predictions', async () => {
    await passTo('ends');
    const { match } = await premiereWhen(({ match }) => match.seats[0].place !== null);
    expect(match).toMatchObject({ premiere: false, watchable: true });
    // Two seats may share the first place. Seat 0 is the side of the caller with a name.
    const points = pointsOf(match.seats.map(({ place }) => place!));
    await until(async () => (await visitor.get('premiere', SPRING)).callers.length === 4);
    const { callers } = await visitor.get('premiere', SPRING);
    expect(callers.map((caller) => [caller.points, caller.hits])).toEqual(
      points.toSorted((one, other) => other - one).map((each) => [each, each > 0 ? 1 : 0]),
    );
    expect(callers.find(({ name }) => name === 'Foreseer')).toMatchObject({ points: points[0], calls: 1 });
    // The browser's secret and the identity of a caller aren't visible.
    expect(JSON.stringify(callers)).not.toContain(key(1));
  });

  test('repeat a match and reject predictions when the ladder is idle', async () => {
    await passTo('ends', RESULT_MS);
    const premiere = await premiereWhen(({ number }) => number === 2);
    expect(premiere.known).toBe(true);
    expect(premiere.match.seats[0].score).toBeNull();
    expect(await problem(await call(2, 0, key(1)))).toEqual({ status: 409, code: 'premiere/known' });
    const { places, streaks } = premiere.history;
    expect([places.length, streaks.length]).toEqual([4, 4]);
  });

  test('let an organiser remove a caller', async () => {
    const [{ caller }] = (await visitor.get('premiere', SPRING)).callers;
    await organiser.get('removeCaller', { params: { contest: 'spring', caller } });
    await until(async () => (await visitor.get('premiere', SPRING)).callers.every((each) => each.caller !== caller));
    const { rows } = await sql`select 1 from audit where what = 'removed a caller'`.execute(db());
    expect(rows).toHaveLength(1);
  });
});
