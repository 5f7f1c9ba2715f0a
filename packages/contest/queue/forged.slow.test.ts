import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playInput } from '../judge/play.ts';
import type { RunningServer } from '../server/start.ts';
import type { Tx } from '../store/schema.ts';
import { type Browser, deferred, ENGINE, SPRING, sent, springOf, until, withToken } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay, packed } from '../testing/test-catalog.ts';
import type { FinishedOutcome } from '../words.ts';
import { setAside } from './compare.ts';
import { giveLeases } from './lease.ts';

let server: RunningServer;
let organiser: Browser;
let ada: Browser;
beforeAll(async () => {
  const spring = await springOf(await fresh(), ['Ada'], {
    play: undefined,
    checkAnswer: (input, _, replay) =>
      replay === `replay of ${input.key}\n` ? undefined : 'its replay belongs to another game',
  });
  ({ server, organiser } = spring);
  [ada] = spring.people;
  await organiser.get('changeContest', { ...SPRING, body: { twice: 0 } });
});
afterAll(() => server.close());

const workerOf = async (name: string) => {
  const { id, secret } = await organiser.get('makeWorkerToken', { body: { name } });
  const call = withToken(server.url, secret);
  const take = async () => {
    const { jobs, epoch } = await call('takeWork', { body: { worker: 'w', engine: ENGINE, want: 1 } });
    return jobs[0] && { ...jobs[0], epoch };
  };
  const answer = async (more: Partial<FinishedOutcome>, given?: NonNullable<Awaited<ReturnType<typeof take>>>) => {
    const job = given ?? (await until(take));
    const module = async (hash: string) =>
      (
        await server.context.store.db
          .selectFrom('modules')
          .select('bytes')
          .where('hash', '=', hash)
          .executeTakeFirstOrThrow()
      ).bytes;
    const outcome = { ...((await playInput({ play: fakePlay, module }, job.input)) as FinishedOutcome), ...more };
    await call('result', {
      body: { worker: 'w', epoch: job.epoch, engine: ENGINE, lease: job.lease, outcome },
    });
    return job.lease.match;
  };
  return { id, take, answer };
};
const kindOf = (id: number) =>
  server.context.store.db
    .selectFrom('matches')
    .select(['kind', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('an organiser can revoke a worker’s token, and have the worker’s matches played again', async () => {
  await sent(ada, 'strength 9');
  const honest = await workerOf('one');
  let last = 0;
  await until(async () => {
    last = await honest.answer({});
    return (await kindOf(last)).kind === 'ladder';
  });
  expect((await kindOf(last)).state).toBe('done');
  await organiser.get('revokeWorkerToken', { params: { id: honest.id }, query: { again: '1' } });
  expect((await kindOf(last)).state).toBe('queued');
});

test('a result that doesn’t follow from its replay is rejected, and its worker is suspended', async () => {
  const forger = await workerOf('two');
  const replay = packed('x');
  await expect(forger.answer({ scores: [9, 9, 9, 9], rounds: 7, replay })).rejects.toMatchObject({
    status: 409,
    message: 'its replay belongs to another game',
  });
  const [token] = (await organiser.get('workerTokens')).filter(({ id }) => id === forger.id);
  expect(token.setAside).toMatch(/^its result for match \d+ was rejected: its replay belongs to another game$/);
  expect(await forger.take()).toBeUndefined();
  const results = await server.context.store.db.selectFrom('matches').select('result').execute();
  expect(results.some(({ result }) => result?.scores.every((score) => score === 9))).toBe(false);
});

test('a worker that is suspended while it requests work gets no work, and the worker’s result is rejected', async () => {
  const forger = await workerOf('quick');
  await sent(ada, 'strength 7');
  const job = await until(forger.take);
  const { db } = server.context.store;
  const { id } = forger;
  await db.updateTable('tokens').set({ set_aside: 'it forged' }).where('id', '=', id).execute();
  const asker = { worker: `${id}.w`, token: { id, own: false, set_aside: null } };
  expect(await giveLeases(server.context, [{ asker, engine: ENGINE, want: 1 }])).toEqual([[]]);
  const forged = { scores: [9, 9, 9, 9], rounds: 7, replay: packed('x') };
  await expect(forger.answer(forged, job)).rejects.toMatchObject({
    status: 409,
    message: 'this worker is no longer trusted',
  });
  expect((await kindOf(job.lease.match)).state).toBe('leased');
  await db.updateTable('matches').set({ state: 'queued' }).where('id', '=', job.lease.match).execute();
});

test('a match is played again if its worker is suspended while sending the result', async () => {
  const { store } = server.context;
  const worker = await workerOf('late');
  await sent(ada, 'strength 6');
  // A match of the ladder, whose result affects other entrants.
  let job = await until(worker.take);
  while ((await kindOf(job.lease.match)).kind !== 'ladder') {
    await worker.answer({}, job);
    job = await until(worker.take);
  }
  const held = deferred();
  const waits = (pid: number) =>
    until(async () => {
      const { rows } = await sql<{ by: number[] }>`select pg_blocking_pids(${pid}::int) as by`.execute(store.db);
      return rows[0].by[0];
    });
  const pidOf = async (tx: Tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0].pid;
  // The answer's transaction locks its match, and waits for its worker's row.
  const isHeld = deferred<number>();
  const holding = store.transaction(async (tx) => {
    await tx.selectFrom('workers').select('worker').where('token', '=', worker.id).forUpdate().execute();
    isHeld.resolve(await pidOf(tx));
    await held.promise;
  });
  const holder = await isHeld.promise;
  const answering = worker.answer({}, job).catch((error: Error) => error);
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where ${holder}::int = any(pg_blocking_pids(pid))`.execute(store.db);
    return rows.length > 0;
  });
  const isAsked = deferred<number>();
  const settingAside = store.transaction(async (tx) => {
    isAsked.resolve(await pidOf(tx));
    await setAside(tx, worker.id, 0, 'it forged');
  });
  await waits(await isAsked.promise);
  held.resolve();
  await Promise.all([holding, answering, settingAside]);
  expect((await kindOf(job.lease.match)).state).toBe('queued');
});

test('a sidecar that becomes too long when unpacked is rejected', async () => {
  const odd = await workerOf('three');
  await sent(ada, 'strength 8');
  await expect(odd.answer({ sidecar: packed(' '.repeat(2 ** 25)) })).rejects.toMatchObject({
    status: 409,
    message: 'the sidecar in this result cannot be read',
  });
});

test('a result isn’t unpacked if another worker has the match', async () => {
  const [one, other] = [await workerOf('four'), await workerOf('five')];
  await sent(ada, 'strength 6');
  const job = await until(one.take);
  const unreadable = { replay: 'no gzip' };
  const told = (message: string) => expect.objectContaining({ status: 409, message });
  await expect(other.answer(unreadable, job)).rejects.toEqual(told('the match has been given to another worker'));
  await expect(one.answer(unreadable, job)).rejects.toEqual(told('the replay in this result cannot be read'));
  await one.answer({}, job);
  await expect(one.answer({ ...unreadable }, job)).rejects.toEqual(told('the replay in this result cannot be read'));
});
