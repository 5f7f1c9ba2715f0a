import { createHash } from 'node:crypto';
import { type MatchRecord, type MatchSpec, matchKey, type RunSetup } from '@ludus/lab/batch/plan.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playInput } from '../judge/play.ts';
import { packProgram } from '../judge/program.ts';
import type { Job } from '../server/api/jobs.ts';
import type { LabPlayer } from '../server/api/laboratory.ts';
import type { RunningServer } from '../server/start.ts';
import type { StorePlace } from '../store/open.ts';
import {
  type Browser,
  ENGINE,
  joined,
  makeContest,
  organiserOf,
  SPRING,
  sent,
  serveTest,
  until,
  withToken,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, fakePlay, GAME, testHouse } from '../testing/house.ts';
import type { Outcome } from '../words.ts';
import { RemotePlayers } from './remote.ts';

const TEXT = testHouse.boardsOf(GAME.id).get(BOARD)!;
const STRENGTHS = [7, 5, 3, 9];
const bytesOf = (strength: number) => Buffer.from(`strength ${strength}`);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const PLAYERS: LabPlayer[] = STRENGTHS.map((strength) => ({
  kind: 'module',
  module: hashOf(bytesOf(strength)),
  shown: `S${strength}`,
}));
const SETUP: RunSetup = {
  game: GAME.id,
  boards: [{ name: BOARD, text: TEXT }],
  players: STRENGTHS.map((strength) => ({
    name: `S${strength}`,
    spec: `./${strength}.ts`,
    fingerprint: `${strength}`,
  })),
  budget: 'fuel',
  folder: '.',
};
const SPECS: MatchSpec[] = Array.from({ length: 40 }, (_, seed) => ({
  id: `m${seed}`,
  board: 0,
  seed,
  players: [0, 1, 2, 3].map((seat) => (seat + seed) % 4),
}));

describe('matches of one’s own', () => {
  let place: StorePlace;
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;
  let token: string;
  let work: ReturnType<typeof withToken>;
  let players: RemotePlayers | undefined;

  beforeAll(async () => {
    place = await fresh();
    server = await serveTest(place, { play: undefined, sweepMs: 50 });
    organiser = await organiserOf(server);
    ada = await joined(server.url, await makeContest(organiser), 'Ada');
    token = (await organiser.get('makeToken', { body: { name: 'mine', scopes: ['laboratory'] } })).secret;
    work = withToken(server.url, (await organiser.get('makeWorkerToken', { body: { name: 'one' } })).secret);
    for (const strength of STRENGTHS) await organiser.get('labModule', { bytes: new Uint8Array(bytesOf(strength)) });
  });
  afterAll(async () => {
    await players?.close();
    await server.close();
  });

  const remote = (more: Partial<ConstructorParameters<typeof RemotePlayers>[0]> = {}) => {
    players = new RemotePlayers({
      server: server.url,
      token,
      setup: SETUP,
      engine: ENGINE,
      players: PLAYERS,
      seconds: null,
      salt: 'salt',
      plan: '0123456789abcdef',
      quarantined: [],
      ahead: 10,
      say: () => {},
      ...more,
    });
    return players;
  };
  const module = async (hash: string) => bytesOf(STRENGTHS.find((each) => hashOf(bytesOf(each)) === hash)!);
  const played = (job: Job): Promise<Outcome> => playInput({ play: fakePlay, module }, job.input);
  const rows = () => server.desk.store.db.selectFrom('lab_matches').selectAll().orderBy('id').execute();
  const take = async (want = 1) => await work('takeWork', { body: { worker: 'w', engine: ENGINE, want } });
  const taken = async (want = 1) =>
    await until(async () => {
      const given = await take(want);
      return given.jobs.length > 0 && given;
    });
  const answer = (epoch: string, job: Job, outcome: Outcome, more: object = {}) =>
    work('result', { body: { worker: 'w', epoch, engine: ENGINE, lease: job.lease, outcome, ...more } });
  const scoresOf = (record: MatchRecord) => record.scores;
  const run = (name: string) => ({ params: { run: hashOf(Buffer.from(name)) } });
  const BODY = { game: GAME.id, engine: ENGINE, boards: [TEXT], players: PLAYERS, seconds: null, replays: false };
  const match = (name: string) => ({ name, board: 0, seed: '1', key: '0'.repeat(64), players: [0, 1, 2, 3] });

  test('what would be run as a program is not taken for a module', async () => {
    const program = packProgram({ file: 'mine.py', source: Buffer.from('print(1)') });
    const refused = await organiser.ask('labModule', { bytes: new Uint8Array(program) });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'laboratory/program', field: 'file' }),
    ]);
  });

  test('who may: organisers, and entrants whose organiser lets them, so many a day as was said', async () => {
    const call = { ...run('ada'), body: { ...BODY, players: [{ kind: 'builtin' as const, name: 'x', shown: 'x' }] } };
    const refused = await ada.ask('labRun', call);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('its organiser can')]);
    await organiser.get('changeContest', { ...SPRING, body: { laboratory: 3 } });
    expect(await ada.get('laboratory')).toMatchObject({ why: null, games: [GAME.id], perDay: 3, today: 0 });
    // Whoever knows the hash of a rival's module has not got the module.
    const foreign = await ada.ask('labRun', { ...run('ada'), body: BODY });
    expect([foreign.status, await foreign.text()]).toEqual([400, expect.stringContaining('was not sent')]);
    const other = await ada.ask('labRun', { ...run('ada'), body: { ...BODY, engine: 'newer' } });
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('another engine')]);
    const [{ name }] = testHouse.kits.find(({ game }) => game.id === GAME.id)!.players;
    const builtin = { kind: 'builtin' as const, name, shown: name };
    await ada.get('labRun', { ...run('ada'), body: { ...BODY, players: [builtin, builtin, builtin, builtin] } });
    const ask = (...names: string[]) =>
      ada.ask('labMatches', { ...run('ada'), body: { matches: names.map((each) => match(each)) } });
    expect(await (await ask('a', 'b')).json()).toEqual({ taken: 2 });
    expect(await (await ask('c', 'd', 'e')).json()).toEqual({ taken: 1 });
    const late = await ask('d');
    expect([late.status, await late.text()]).toEqual([429, expect.stringContaining('3 are allowed')]);
    // What was not played is not counted.
    await ada.get('endLabRun', run('ada'));
    expect(await ada.get('laboratory')).toMatchObject({ today: 0 });
    expect(await rows()).toEqual([]);
  });

  test('a contest’s matches come first', async () => {
    await organiser.get('labRun', { ...run('mine'), body: BODY });
    await organiser.get('labMatches', { ...run('mine'), body: { matches: [match('a')] } });
    await sent(ada, 'strength 9');
    const { jobs, epoch } = await until(async () => {
      const given = await take(2);
      if (given.jobs.length === 2) return given;
      await work('giveBack', {
        body: { worker: 'w', epoch: given.epoch, leases: given.jobs.map((job) => job.lease) },
      });
      return undefined;
    });
    expect(jobs.map(({ input }) => input.seats.some(({ shown }) => shown !== undefined))).toEqual([false, true]);
    await work('giveBack', { body: { worker: 'w', epoch, leases: jobs.map(({ lease }) => lease) } });
    expect((await rows()).map(({ state }) => state)).toEqual(['queued']);
    await organiser.get('endLabRun', run('mine'));
    // Nothing of the contest's is in the way of what follows.
    await sql`update matches set state = 'void' where state <> 'done'`.execute(server.desk.store.db);
    await sql`update submissions set state = 'rejected', deadline = null`.execute(server.desk.store.db);
  });

  test('a match has one result: leases that ran out, answers that come late, twice or from elsewhere change nothing', async () => {
    const record = remote().play(SPECS[0]);
    const { jobs, epoch } = await taken();
    const [job] = jobs;
    const outcome = await played(job);
    await expect(answer('older', job, outcome)).rejects.toMatchObject({ status: 409 });
    await expect(answer(epoch, job, outcome, { engine: 'other' })).rejects.toMatchObject({ status: 409 });
    await expect(
      answer(epoch, { ...job, lease: { ...job.lease, input: '0'.repeat(64) } }, outcome),
    ).rejects.toMatchObject({ status: 409 });
    await sql`update lab_matches set deadline = clock_timestamp() - interval '1 second'`.execute(server.desk.store.db);
    await until(async () => (await rows())[0].state === 'queued');
    expect((await work('heartbeat', { body: { worker: 'w', epoch, leases: [job.lease] } })).lost).toEqual([
      job.lease.match,
    ]);
    await expect(answer(epoch, job, outcome)).rejects.toMatchObject({ status: 409 });
    const again = (await taken()).jobs[0];
    expect(again.lease).toEqual({ ...job.lease, number: 2 });
    // Its owner fetches it at once: who says it again finds either that it is known, or no match any more.
    expect(await answer(epoch, again, outcome)).toEqual({ stored: true });
    const repeated = await answer(epoch, again, outcome).catch(({ status }) => status);
    expect([409, { stored: false }]).toContainEqual(repeated);
    expect(scoresOf(await record)).toEqual(outcome.kind === 'finished' && outcome.scores);
    await players!.close();
    expect(await rows()).toEqual([]);
  });

  test('a run that has decided takes what it still waits for off the queue', async () => {
    const pool = remote();
    const records = SPECS.map((spec) => pool.play(spec).catch((error: Error) => error.constructor.name));
    const { jobs, epoch } = await until(async () => (await rows()).length === 10 && (await taken(2)));
    // The organiser sees whose they are and how many, not what is played.
    const { laboratory } = await organiser.get('workers');
    expect(laboratory).toEqual([
      { person: 'The organiser', game: GAME.id, waiting: 8, leased: 2, oldest: expect.any(Number) },
    ]);
    await answer(epoch, jobs[0], await played(jobs[0]));
    await records[0];
    await pool.close();
    expect((await organiser.get('workers')).laboratory).toEqual([]);
    expect(new Set((await Promise.all(records)).slice(1))).toEqual(new Set(['PoolClosed']));
    expect((await take()).jobs).toEqual([]);
    expect((await work('heartbeat', { body: { worker: 'w', epoch, leases: [jobs[1].lease] } })).lost).toEqual([
      jobs[1].lease.match,
    ]);
  });

  test('a module that makes matches void is named, and the run goes on without it', async () => {
    const pool = remote({ ahead: 40 });
    const records = SPECS.slice(0, 3).map((spec) => pool.play(spec));
    let ended = 0;
    for (const record of records) void record.then(() => ended++);
    while (ended < 3) {
      const { jobs, epoch } = await take(3);
      for (const job of jobs) {
        const seat = job.input.seats.findIndex(({ shown }) => shown === 'S7');
        await answer(epoch, job, { kind: 'void', why: 'The match is void: it hung.', seat });
      }
    }
    const [first, ...others] = await Promise.all(records);
    expect(first).toMatchObject({ failure: 'it is void: it hung.', quarantined: [0] });
    for (const other of others) expect(other.failure).toMatch(/S7 makes matches void|it is void: it hung/);
    expect((await pool.play(SPECS[9])).failure).toMatch(/S7 makes matches void and is kept out/);
    await pool.close();
  });

  test('neither a restart of the server nor one of the client loses a match or plays it twice', async () => {
    const said: string[] = [];
    const first = remote({ say: (sentence) => said.push(sentence) });
    const early = SPECS.map((spec) => first.play(spec));
    const results = new Map<string, MatchRecord>();
    for (const record of early) record.then((each) => results.set(each.id, each)).catch(() => {});
    const { jobs, epoch } = await until(async () => (await rows()).length === 10 && (await taken(4)));
    await answer(epoch, jobs[0], await played(jobs[0]));
    await until(async () => results.size === 1);
    const port = Number(new URL(server.url).port);
    await server.close();
    server = await serveTest(place, {
      port,
      sweepMs: 50,
      play: fakePlay,
    });
    // The worker of before is not heard of again.
    await sql`update lab_matches set deadline = clock_timestamp() where state = 'leased' and worker like '%.w'`.execute(
      server.desk.store.db,
    );
    await until(async () => results.size > 20);
    // The client is gone without a word; what it asked for is played meanwhile, and the next one finds it.
    const gone = first as unknown as { readonly stop: AbortController };
    gone.stop.abort();
    const known = new Map(results);
    const second = remote();
    const rest = await Promise.all(SPECS.filter(({ id }) => !known.has(id)).map((spec) => second.play(spec)));
    for (const record of rest) known.set(record.id, record);
    expect([...known.keys()].sort()).toEqual(SPECS.map(({ id }) => id).sort());
    await second.close();
    expect(said).toEqual([`${server.url} does not answer; it is asked again`, 'the server answers again']);
    for (const spec of SPECS) {
      const players = spec.players.map((player) => ({ kind: 'module' as const, bytes: bytesOf(STRENGTHS[player]) }));
      const job = { game: GAME.id, board: TEXT, seed: spec.seed, budget: 'fuel' as const, players };
      const alone = await fakePlay({ ...job, key: matchKey('salt', spec) });
      expect(known.get(spec.id)!.scores).toEqual(alone.kind === 'finished' && alone.outcome.scores);
    }
    expect(await server.desk.store.db.selectFrom('lab_runs').selectAll().execute()).toEqual([]);
  });
});
