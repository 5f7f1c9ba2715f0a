import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestRejectedError } from '../api/client.ts';
import type { Job } from '../api/jobs.ts';
import { playInput } from '../judge/play.ts';
import type { RunningServer } from '../server/start.ts';
import {
  type Browser,
  ENGINE,
  ended,
  joined,
  makeContest,
  organiserOf,
  pause,
  SPRING,
  sent,
  serveTest,
  until,
  withToken,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay } from '../testing/test-catalog.ts';
import type { Outcome } from '../words.ts';

type WorkClient = ReturnType<typeof withToken>;

describe('the queue', () => {
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;
  let work: WorkClient;
  let tokenId = 0;
  const BODY = { worker: 'w1', engine: ENGINE, want: 1 } as const;

  beforeAll(async () => {
    server = await serveTest(await fresh(), { play: undefined, leaseSeconds: 60 });
    organiser = await organiserOf(server);
    ada = await joined(server.url, await makeContest(organiser), 'Ada');
    const token = await organiser.get('makeWorkerToken', { body: { name: 'one' } });
    tokenId = token.id;
    work = withToken(server.url, token.secret);
  });
  afterAll(() => server.close());

  const modules = async (hash: string) => {
    const row = await server.context.store.db
      .selectFrom('modules')
      .select('bytes')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    return row.bytes;
  };
  const played = (job: Job): Promise<Outcome> => playInput({ play: fakePlay, module: modules }, job.input);
  const take = async (call: WorkClient = work, worker = 'w1'): Promise<Job & { epoch: string }> =>
    await until(async () => {
      const { jobs, epoch } = await call('takeWork', { body: { ...BODY, worker } });
      return jobs[0] && { ...jobs[0], epoch };
    });
  const answer = async (job: Job & { epoch: string }, outcome: Outcome, more: object = {}, call = work) =>
    await call('result', {
      body: { worker: 'w1', epoch: job.epoch, engine: ENGINE, lease: job.lease, outcome, ...more },
    });
  const stale = (what: RegExp) =>
    expect.objectContaining({ status: 409, message: expect.stringMatching(what) } satisfies Partial<
      Record<keyof RequestRejectedError, unknown>
    >);
  const row = (id: number) =>
    server.context.store.db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const expire = () =>
    sql`update matches set deadline = clock_timestamp() - interval '1 second' where state = 'leased'`.execute(
      server.context.store.db,
    );

  test('accepts a job’s result only once, and only with the job’s own lease, input, engine, and database', async () => {
    await sent(ada, 'strength 9');
    const job = await take();
    const outcome = await played(job);
    await expect(answer(job, outcome, { epoch: 'older' })).rejects.toEqual(stale(/restored/));
    await expect(answer(job, outcome, { worker: 'w2' })).rejects.toEqual(stale(/another worker/));
    await expect(answer(job, outcome, { lease: { ...job.lease, number: 0 } })).rejects.toEqual(stale(/another worker/));
    await expect(answer(job, outcome, { lease: { ...job.lease, input: '0'.repeat(64) } })).rejects.toEqual(
      stale(/another match/),
    );
    await expect(answer(job, outcome, { engine: 'other' })).rejects.toEqual(stale(/another engine/));
    expect((await row(job.lease.match)).state).toBe('leased');
    expect(await answer(job, outcome)).toEqual({ stored: true });
    for (let i = 0; i < 4; i++) expect(await answer(job, outcome)).toEqual({ stored: false });
    await expect(answer(job, { ...outcome, rounds: 99 } as Outcome)).rejects.toEqual(stale(/another result/));
    expect((await row(job.lease.match)).state).toBe('done');
  });

  test('leases a match again when its lease expires, and rejects results for the old lease', async () => {
    const job = await take();
    await expire();
    await until(async () => (await row(job.lease.match)).state === 'queued');
    await expect(answer(job, await played(job))).rejects.toEqual(stale(/no longer leased/));
    const again = await take();
    expect(again.lease).toEqual({ ...job.lease, number: job.lease.number + 1 });
    await expect(answer(job, await played(job))).rejects.toEqual(stale(/another worker/));
    expect(await work('heartbeat', { body: { worker: 'w1', epoch: job.epoch, leases: [job.lease] } })).toEqual({
      lost: [job.lease.match],
    });
    expect(await work('heartbeat', { body: { worker: 'w1', epoch: job.epoch, leases: [again.lease] } })).toEqual({
      lost: [],
    });
    expect(await work('giveBack', { body: { worker: 'w1', epoch: job.epoch, leases: [again.lease] } })).toEqual({
      given: 1,
    });
    const third = await take();
    expect(await row(third.lease.match)).toMatchObject({ losses: 1, lease: 3 });
    await answer(third, await played(third));
  });

  test('gives no work to a worker whose engine isn’t the server’s, and shows workers neither sources nor names', async () => {
    expect((await work('takeWork', { body: { ...BODY, worker: 'w9', engine: 'older' } })).jobs).toEqual([]);
    const { workers } = await organiser.get('workers');
    expect(workers.find(({ worker }) => worker.endsWith('w9'))!.why).toMatch(/engine differs/);
    const job = await take();
    expect(JSON.stringify(job)).not.toMatch(/Ada|AIMine|strength/);
    await answer(job, await played(job));
    // The submission's check has one match per seat of the board for four, followed by two qualifying matches.
    for (let left = 3; left > 0; left--) {
      const next = await take();
      await answer(next, await played(next));
    }
    await until(async () => (await ada.get('submissions', SPRING))[0].state === 'in');
  });

  test('lists a restarted worker before the silent process that it replaces', async () => {
    // These workers have another engine, so they get no matches.
    const started = (worker: string) => work('takeWork', { body: { ...BODY, worker, engine: 'older' } });
    await started('a-killed');
    await server.context.store.db
      .updateTable('workers')
      .set({ seen: new Date(Date.now() - 90_000) })
      .where('worker', 'like', '%a-killed')
      .execute();
    await started('a-second');
    const { workers } = await organiser.get('workers');
    const ours = workers.filter(({ worker }) => /a-\w+$/.test(worker));
    expect(ours.map(({ worker, gone }) => [worker.replace(/^\d+\./, ''), gone])).toEqual([
      ['a-second', false],
      ['a-killed', true],
    ]);
  });

  test('plays each bot alone after three failed leases, and plays the match again if no bot fails', async () => {
    const first = await take();
    expect((await row(first.lease.match)).kind).toBe('ladder');
    const failed: Outcome = { kind: 'void', why: 'the process that played it was killed by SIGKILL' };
    let job = first;
    for (let i = 0; i < 3; i++) {
      expect(job.lease.match).toBe(first.lease.match);
      await answer(job, failed);
      job = await take();
    }
    expect((await row(first.lease.match)).state).toBe('void');
    const alone = await row(job.lease.match);
    expect(alone).toMatchObject({ kind: 'alone', of: first.lease.match });
    expect(alone.seats.filter(({ kind }) => kind === 'module')).toHaveLength(1);
    await answer(job, await played(job));
    expect(await row(first.lease.match)).toMatchObject({ state: 'queued', losses: 0 });
    const again = await take();
    expect(again.lease.match).toBe(first.lease.match);
    await answer(again, await played(again));
    expect((await row(first.lease.match)).state).toBe('done');
  });

  test('quarantines a module that makes matches void when it plays alone, and continues the ladder', async () => {
    const bob = await joined(server.url, (await organiser.get('contest', SPRING)).code!, 'Bob');
    const number = await sent(bob, 'strength 5 killer');
    const killer = async (job: Job) =>
      (
        await Promise.all(
          job.input.seats.map(
            async (seat) =>
              seat.kind === 'module' &&
              Buffer.from(await modules(seat.module))
                .toString()
                .includes('killer'),
          ),
        )
      ).some(Boolean);
    const kills = async (job: Job & { epoch: string }) => {
      const { kind } = await row(job.lease.match);
      const isLadder = kind === 'ladder' || kind === 'alone';
      await answer(
        job,
        isLadder && (await killer(job)) ? { kind: 'void', why: 'the process ended' } : await played(job),
      );
    };
    const [quarantined] = await until(async () => {
      const { jobs, epoch } = await work('takeWork', { body: BODY });
      for (const job of jobs) await kills({ ...job, epoch });
      const list = await organiser.get('quarantine');
      return list.length > 0 && list;
    });
    expect(quarantined).toMatchObject({
      why: expect.stringMatching(/made matches void although it played alone/),
      submissions: [`spring ${number}`],
    });
    expect((await bob.get('submissions', SPRING))[0]).toMatchObject({ state: 'in', live: false });
    // The ladder continues without the match.
    const { batch } = await organiser.get('contest', SPRING);
    await until(async () => {
      const { jobs, epoch } = await work('takeWork', { body: { ...BODY, want: 8 } });
      for (const job of jobs) {
        expect(await killer(job)).toBe(false);
        await answer({ ...job, epoch }, await played(job));
      }
      return (await organiser.get('contest', SPRING)).batch > batch;
    });
    // The same bytes under another name are rejected immediately.
    const same = await ended(bob, await sent(bob, 'strength 5 killer\n\nother words'));
    expect(same).toMatchObject({ state: 'rejected', why: expect.stringMatching(/in quarantine/) });
    await organiser.get('release', { params: { module: quarantined.module } });
    expect((await bob.get('submissions', SPRING)).find((each) => each.number === number)!.live).toBe(true);
  });

  test('passes a refused match on to another worker, and voids the match when both workers refuse it', async () => {
    const { secret } = await organiser.get('makeWorkerToken', { body: { name: 'two' } });
    const other = withToken(server.url, secret);
    const refused: Outcome = { kind: 'refused', why: 'it cannot be played' };
    const theirs = await take(other);
    await answer(theirs, await played(theirs), {}, other);
    const { lease, ...job } = await take();
    await answer({ lease, ...job }, refused);
    expect(await row(lease.match)).toMatchObject({ state: 'queued', refused_by: tokenId });
    const all = async (call: WorkClient) => (await call('takeWork', { body: { ...BODY, want: 64 } })).jobs;
    const givesBack = (call: WorkClient, jobs: readonly Job[]) => {
      const leases = jobs.map((each) => each.lease);
      return call('giveBack', { body: { worker: 'w1', epoch: job.epoch, leases } });
    };
    const own = await all(work);
    expect(own.map((each) => each.lease.match)).not.toContain(lease.match);
    await givesBack(work, own);
    const others = await all(other);
    const again = others.find((each) => each.lease.match === lease.match)!;
    await answer({ ...again, epoch: job.epoch }, refused, {}, other);
    expect((await row(lease.match)).state).toBe('void');
    await givesBack(other, others);
  });

  test('offers a failed match to other tokens first, and to the same token after the deadline', async () => {
    const { id: token, secret } = await organiser.get('makeWorkerToken', { body: { name: 'three' } });
    const other = withToken(server.url, secret);
    const { db } = server.context.store;
    const { epoch, ...job } = await take();
    const { match } = job.lease;
    const offered = async (call: WorkClient) => {
      const { jobs } = await call('takeWork', { body: { ...BODY, want: 64 } });
      const leases = jobs.map(({ lease }) => lease);
      await call('giveBack', { body: { worker: 'w1', epoch, leases } });
      return leases.some((lease) => lease.match === match);
    };
    const theirs = { worker: 'x', token, engine: ENGINE, seen: new Date(), why: 'it plays with another engine' };
    await db.insertInto('workers').values(theirs).execute();
    await answer({ epoch, ...job }, { kind: 'void', why: 'so it says' });
    expect(await row(match)).toMatchObject({ state: 'queued', token: tokenId, losses: 1 });
    const { deadline } = await row(match);
    const failed = () => db.updateTable('matches').set({ token: tokenId, deadline }).where('id', '=', match).execute();
    // A match doesn't wait for a worker that gets no matches.
    expect(await offered(work)).toBe(true);
    await failed();
    await db.updateTable('workers').set({ why: null }).where('worker', '=', 'x').execute();
    expect(await offered(work)).toBe(false);
    expect(await offered(other)).toBe(true);
    await failed();
    await db
      .updateTable('matches')
      .set({ deadline: new Date(0) })
      .where('id', '=', match)
      .execute();
    expect(await offered(work)).toBe(true);
    await db.deleteFrom('workers').where('worker', '=', 'x').execute();
  });

  test('reports a lease as lost after its maximum time, despite heartbeats', async () => {
    const { lease, ...job } = await take();
    const keep = () => work('heartbeat', { body: { worker: 'w1', epoch: job.epoch, leases: [lease] } });
    expect((await keep()).lost).toEqual([]);
    await sql`update matches set leased = leased - interval '1 hour' where id = ${lease.match}`.execute(
      server.context.store.db,
    );
    expect((await keep()).lost).toEqual([lease.match]);
    await answer({ lease, ...job }, await played({ lease, ...job }));
  });

  test('gives no more work to a revoked token, and queues the token’s match again', async () => {
    const job = await take();
    await organiser.get('revokeWorkerToken', { params: { id: tokenId } });
    expect((await row(job.lease.match)).state).toBe('queued');
    await expect(work('takeWork', { body: BODY })).rejects.toMatchObject({ status: 403 });
  });
});

test('the queue stores results that arrive in parallel, and a stale or repeated result doesn’t affect the others', async () => {
  const server = await serveTest(await fresh(), { play: undefined, leaseSeconds: 60 });
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser);
  const work = withToken(server.url, (await organiser.get('makeWorkerToken', { body: { name: 'one' } })).secret);
  const { db } = server.context.store;
  const module = async (hash: string) =>
    (await db.selectFrom('modules').select('bytes').where('hash', '=', hash).executeTakeFirstOrThrow()).bytes;
  const answer = ({ epoch, lease }: Job & { epoch: string }, outcome: Outcome, number = lease.number) =>
    work('result', {
      body: { worker: 'w1', epoch, engine: ENGINE, lease: { ...lease, number }, outcome },
    });
  for (const name of ['Ada', 'Bea', 'Cy', 'Dan', 'Eve'])
    await sent(await joined(server.url, code, name), `strength ${9 + name.charCodeAt(0)}`);
  // Takes matches in turn until there are several ladder matches at the same time.
  const several = async () => {
    const { jobs, epoch } = await work('takeWork', { body: { worker: 'w1', engine: ENGINE, want: 6 } });
    return jobs.map((job) => ({ ...job, epoch }));
  };
  let stale = 0;
  for (let together = 0; together < 3; ) {
    const jobs = await several();
    if (jobs.length === 0) await pause(50);
    if (jobs.length >= 4) together++;
    const outcomes = await Promise.all(jobs.map(({ input }) => playInput({ play: fakePlay, module }, input)));
    const late = jobs.length > 2 ? 2 : -1;
    const told = await Promise.allSettled(
      jobs.flatMap((job, i) => [
        answer(job, outcomes[i], i === late ? 0 : undefined),
        ...(i === 0 ? [answer(job, outcomes[i])] : []),
      ]),
    );
    const refused = told.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(late < 0 ? 0 : 1);
    stale += refused.length;
    const fine = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value.stored] : []));
    // Of two equal answers, only one counts as new.
    expect(fine.filter((stored) => !stored)).toHaveLength(jobs.length === 0 ? 0 : 1);
    for (const [i, job] of jobs.entries()) {
      const row = db.selectFrom('matches').select('state').where('id', '=', job.lease.match);
      expect((await row.executeTakeFirstOrThrow()).state).toBe(i === late ? 'leased' : 'done');
      const replays = db.selectFrom('replays').select('match').where('match', '=', job.lease.match);
      expect(await replays.execute()).toHaveLength(i === late ? 0 : 1);
    }
    if (late >= 0) await answer(jobs[late], outcomes[late]);
  }
  expect(stale).toBeGreaterThan(2);
  const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from events where kind = 'match' group by contest, data ->> 'number' having count(*) > 1`.execute(
    db,
  );
  expect(rows).toEqual([]);
  await server.close();
});

test('the queue trusts the server’s own worker when another worker disagrees, and replays that worker’s matches', async () => {
  const place = await fresh();
  const first = await serveTest(place, { play: undefined });
  const organiser = await organiserOf(first);
  const ada = await joined(first.url, await makeContest(organiser), 'Ada');
  const { id, secret } = await organiser.get('makeWorkerToken', { body: { name: 'liar' } });
  await sent(ada, 'strength 9');
  const lie = async (server: RunningServer, want: number): Promise<number> => {
    const liar = withToken(server.url, secret);
    const { jobs, epoch } = await liar('takeWork', { body: { worker: 'w', engine: ENGINE, want } });
    for (const { lease, input } of jobs) {
      const { db } = server.context.store;
      const module = async (hash: string) =>
        (await db.selectFrom('modules').select('bytes').where('hash', '=', hash).executeTakeFirstOrThrow()).bytes;
      const said = await playInput({ play: fakePlay, module }, input);
      const { kind } = await db
        .selectFrom('matches')
        .select('kind')
        .where('id', '=', lease.match)
        .executeTakeFirstOrThrow();
      const outcome =
        kind === 'ladder' && said.kind === 'finished' ? { ...said, scores: said.scores.map(() => 1) } : said;
      // The worker was set aside after it had leased the match, and has lost its lease.
      await liar('result', { body: { worker: 'w', epoch, engine: ENGINE, lease, outcome } }).catch(
        (refused: RequestRejectedError) => {
          if (refused.status !== 409) throw refused;
        },
      );
    }
    return jobs.length;
  };
  const rows = async (server: RunningServer) =>
    await server.context.store.db
      .selectFrom('matches')
      .select(['state', 'result'])
      .where('kind', '=', 'ladder')
      .execute();
  const isFalse = (row: Awaited<ReturnType<typeof rows>>[number]) => row.result?.scores.every((score) => score === 1);
  await until(async () => {
    await lie(first, 4);
    return (await rows(first)).filter(isFalse).length >= 5;
  });
  await first.close();
  // Matches are slow enough that some are left for the other worker.
  const second = await serveTest(place, { play: (job) => pause(20).then(() => fakePlay(job)) });
  for (const browser of [organiser, ada]) Object.assign(browser, { url: second.url });
  await organiser.get('changeContest', { ...SPRING, body: { twice: 1 } });
  await until(async () => {
    await lie(second, 1);
    return (await organiser.get('workerTokens')).find((token) => token.id === id)!.setAside !== null;
  });
  expect(await lie(second, 1)).toBe(0);
  await until(async () => (await organiser.get('contest', SPRING)).waiting === 0);
  const all = await rows(second);
  expect(all.filter(isFalse)).toEqual([]);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['done']));
  await second.close();
});

test('the queue gives matches with programs only to workers with the full sandbox, and plays each match once', async () => {
  const server = await serveTest(await fresh(), { play: undefined });
  const organiser = await organiserOf(server);
  const ada = await joined(server.url, await makeContest(organiser, { languages: ['program'], twice: 1 }), 'Ada');
  const { secret } = await organiser.get('makeWorkerToken', { body: { name: 'one' } });
  const work = withToken(server.url, secret);
  await sent(ada, 'strength 9', 'bot.py');
  const body = { worker: 'w1', engine: ENGINE, want: 8 };
  const { jobs } = await until(async () => {
    const found = await work('takeWork', { body: { ...body, programs: true } });
    return found.jobs.length > 0 && found;
  });
  // One match per seat of the board.
  expect(jobs).toHaveLength(4);
  await work('giveBack', {
    body: { worker: 'w1', epoch: server.context.epoch, leases: jobs.map(({ lease }) => lease) },
  });
  expect((await work('takeWork', { body })).jobs).toEqual([]);
  await server.close();
});

test('a server without the full sandbox rejects contests with programs, and explains why', async () => {
  const server = await serveTest(await fresh(), { play: undefined, noPrograms: 'there is no full sandbox here' });
  const organiser = await organiserOf(server);
  const makes = makeContest(organiser, { languages: ['cpp', 'program'] });
  await expect(makes).rejects.toThrow('there is no full sandbox here');
  await makeContest(organiser, { languages: ['cpp'] });
  const change = organiser.get('changeContest', { ...SPRING, body: { languages: ['program'] } });
  await expect(change).rejects.toThrow('there is no full sandbox here');
  await server.close();
});
