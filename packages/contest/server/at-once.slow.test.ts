import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playInput } from '../judge/play.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { Browser, ENGINE, makeContest, organiserOf, PASSWORD, SPRING, serveTest, until } from '../testing/contest.ts';
import { BOARD, fakePlay, GAME, testHouse } from '../testing/house.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { problem, type Route } from './api/route.ts';
import { type CallOf, ROUTES, type RouteId } from './api.ts';
import { hashPassword } from './passwords.ts';
import { foldName, hashSecret, newSecret } from './secrets.ts';
import type { RunningServer } from './start.ts';

// Slow: some hundred requests to one server on one PostgreSQL, of which some hash passwords.

/** So many ask at once. */
const TIMES = 8;

type WritingId = { [Id in RouteId]: (typeof ROUTES)[Id]['method'] extends 'GET' ? never : Id }[RouteId];

interface Case<Id extends WritingId> {
  /** The eight that ask: one eight times, or eight different ones. */
  readonly by: (how: 'one' | 'many') => Promise<readonly Browser[]>;
  /** What all of them ask. */
  readonly call: (how: 'one' | 'many') => Promise<CallOf<Id>> | CallOf<Id>;
  /** How many of them get what they ask for; the others are refused with a sentence. */
  readonly granted: { readonly one: number; readonly many: number };
  /** What is written into the audit log for each that is granted. */
  readonly audit?: string;
  /** What is true afterwards. */
  readonly afterwards?: (how: 'one' | 'many', replies: readonly never[]) => Promise<void>;
}

describe.skipIf(postgresPrograms() === undefined)(
  'every writing route, asked eight times at once (without PostgreSQL: skipped, install postgresql)',
  () => {
    let postgres: TestPostgres;
    let server: RunningServer;
    let organiser: Browser;
    let code: string;
    let password: string;
    let organisers: Browser[];
    /** They take part in the contest, and have a version that plays. */
    let entrants: Browser[];
    let workers: Browser[];
    const ids = new Map<Browser, number>();
    const logged: string[] = [];
    const db = () => server.desk.store.db;

    beforeAll(async () => {
      postgres = await startPostgres();
      server = await serveTest(
        { databaseUrl: postgres.fresh() },
        {
          play: undefined,
          // What is submitted waits: nothing but what is asked changes it.
          compile: (_, __, signal) =>
            new Promise((_done, failed) => signal!.addEventListener('abort', () => failed(signal!.reason))),
          log: { write: (line) => logged.push(line) },
        },
      );
      password = await hashPassword(PASSWORD, { device: 'test' });
      organiser = await organiserOf(server);
      ids.set(organiser, (await organiser.get('me')).person!.id);
      code = await makeContest(organiser, { laboratory: 100, perHour: 30 });
      organisers = await times(() => somebody('organiser'));
      entrants = [];
      for (let i = 0; i < TIMES; i++) entrants.push(await entrant());
      workers = await times(worker);
    });
    afterAll(async () => {
      await server?.close();
      await postgres?.stop();
    });

    const times = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: TIMES }, (_, index) => make(index)));
    const eight = (browser: Browser): Browser[] => Array.from({ length: TIMES }, () => browser);
    let named = 0;
    const newName = () => `Somebody ${++named}`;

    async function signedIn(person: number): Promise<Browser> {
      const browser = new Browser(server.url.replace('127.0.0.1', 'localhost'));
      const secret = newSecret('ls');
      await db()
        .insertInto('sessions')
        .values({ hash: hashSecret(secret), person, expires: new Date('2999-01-01') })
        .execute();
      browser.cookie = `ludus=${secret}`;
      ids.set(browser, person);
      return browser;
    }
    async function somebody(role: 'entrant' | 'organiser' = 'entrant'): Promise<Browser> {
      const name = newName();
      const { id } = await db()
        .insertInto('people')
        .values({ name, folded: foldName(name), role, password })
        .returning('id')
        .executeTakeFirstOrThrow();
      return await signedIn(id);
    }
    const idOf = (browser: Browser): number => ids.get(browser)!;
    async function entrant(): Promise<Browser> {
      const browser = await somebody();
      await browser.get('join', { body: { code } });
      await liveVersion(browser);
      return browser;
    }
    const numberOf = async (browser: Browser): Promise<number> => (await browser.get('me')).entrants[0].number;
    let versions = 0;
    /** Gives an entrant a version that plays; its number. */
    async function liveVersion(browser: Browser): Promise<number> {
      const text = `strength 5 ${++versions}`;
      const { submission } = await browser.get('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: text });
      const module = createHash('sha256').update(text).digest('hex');
      await db()
        .insertInto('modules')
        .values({ hash: module, bytes: Buffer.from(text) })
        .execute();
      await sql`update submissions set state = 'in', module = ${module}, entered = clock_timestamp(), deadline = null, owner = null
        where number = ${submission.number}`.execute(db());
      return submission.number;
    }
    async function worker(): Promise<Browser> {
      const { secret } = await organiser.get('makeWorkerToken', { body: { name: newName() } });
      const browser = new Browser(server.url);
      const ask = browser.ask.bind(browser);
      browser.ask = (id, call) => ask(id, call, { authorization: `Bearer ${secret}` });
      return browser;
    }
    const strangers = () => times(async () => new Browser(server.url.replace('127.0.0.1', 'localhost')));
    const byPeople: Case<WritingId>['by'] = async (how) =>
      how === 'one' ? eight(await somebody()) : times(() => somebody());
    const byEntrants: Case<WritingId>['by'] = async (how) => (how === 'one' ? eight(entrants[0]) : entrants);
    const byOrganisers: Case<WritingId>['by'] = async (how) => (how === 'one' ? eight(organisers[0]) : organisers);
    const byWorkers: Case<WritingId>['by'] = async (how) => (how === 'one' ? eight(workers[0]) : workers);
    const all = { one: TIMES, many: TIMES };
    const once = { one: 1, many: 1 };

    const count = async (query: ReturnType<typeof sql>): Promise<number> =>
      Number(((await query.execute(db())).rows[0] as { many: string }).many);
    const ofPeople = async (make: (person: number) => Promise<unknown>, browsers: readonly Browser[]) => {
      for (const person of new Set(browsers.map(idOf))) await make(person);
    };
    let asking: readonly Browser[] = [];

    async function linkFor(person: number): Promise<string> {
      return (await organiser.get('accessLink', { params: { id: person } })).link.split('#')[1];
    }
    async function newRun(browser: Browser): Promise<string> {
      const run = createHash('sha256').update(newName()).digest('hex');
      await browser.get('labRun', { params: { run }, body: RUN });
      return run;
    }
    const KIT = testHouse.kits.find(({ game }) => game.id === GAME.id)!;
    const RUN = {
      game: GAME.id,
      engine: ENGINE,
      boards: [testHouse.boardsOf(GAME.id).get(BOARD)!],
      players: [{ kind: 'builtin' as const, name: KIT.players[0].name, shown: 'mine' }],
      seconds: null,
      replays: false,
    };
    const labMatch = (name: string) => ({ name, board: 0, seed: '1', key: '0'.repeat(64), players: [0, 0, 0, 0] });
    async function job() {
      const body = { worker: 'w', engine: ENGINE, want: 1 };
      // The sweeper draws matches of the ladder as soon as it finds that they are wanted.
      return await until(async () => {
        const { jobs, epoch } = await workers[0].get('takeWork', { body });
        return jobs[0] && { ...jobs[0], epoch };
      });
    }
    async function finished({ input }: Awaited<ReturnType<typeof job>>) {
      const module = async (hash: string) =>
        (await db().selectFrom('modules').select('bytes').where('hash', '=', hash).executeTakeFirstOrThrow()).bytes;
      return await playInput({ play: fakePlay, module }, input);
    }
    const contestId = () => count(sql`select id as many from contests where slug = 'spring'`);

    const CASES: { readonly [Id in WritingId]: Case<Id> } = {
      signIn: {
        by: strangers,
        call: async (how) => {
          const [person] = await byPeople(how);
          const { name } = await db()
            .selectFrom('people')
            .select('name')
            .where('id', '=', idOf(person))
            .executeTakeFirstOrThrow();
          return { body: { name, password: PASSWORD } };
        },
        // More tries at once than five have to wait.
        granted: { one: 5, many: 5 },
      },
      signOut: { by: byPeople, call: () => ({}), granted: all },
      join: {
        by: async (how) => (how === 'one' ? byPeople(how) : strangers()),
        call: (how) => ({ body: { code, ...(how === 'many' && { name: newName(), password: PASSWORD }) } }),
        // Of eight who take one name at once one has it.
        granted: { one: TIMES, many: 1 },
        afterwards: async (how) => {
          if (how === 'one')
            expect(await count(sql`select count(*) as many from members where person = ${idOf(asking[0])}`)).toBe(1);
        },
      },
      openLink: {
        by: strangers,
        call: async () => ({ body: { token: await linkFor(idOf(await somebody())) } }),
        granted: all,
      },
      useLink: {
        by: async (how) => (how === 'one' ? eight(new Browser(server.url)) : strangers()),
        call: async () => ({ body: { token: await linkFor(idOf(await somebody())), password: 'another password' } }),
        granted: once,
        audit: 'chose a new password by a link',
      },
      changeMe: {
        by: byPeople,
        call: () => ({ body: { password: { old: PASSWORD, new: 'another password' } } }),
        granted: { one: 1, many: TIMES },
        audit: 'changed the password',
      },
      makeToken: {
        by: async (how) => {
          const people = await byPeople(how);
          await ofPeople(async (person) => {
            const values = Array.from({ length: 17 }, () => ({
              hash: newName(),
              kind: 'personal' as const,
              person,
              name: 'x',
            }));
            await db().insertInto('tokens').values(values).execute();
          }, people);
          return people;
        },
        call: () => ({ body: { name: 'mine' } }),
        granted: { one: 3, many: TIMES },
        audit: 'made a token',
      },
      revokeToken: {
        by: byPeople,
        call: async () => {
          const { id } = await asking[0].get('makeToken', { body: { name: 'mine' } });
          return { params: { id } };
        },
        granted: once,
      },
      offerPasskey: { by: byPeople, call: () => ({}), granted: all },
      makePasskey: {
        by: byPeople,
        call: async () => {
          const { challenge } = await asking[0].get('offerPasskey');
          return { body: { name: 'mine', response: new Authenticator(asking[0].url).made(challenge) } };
        },
        granted: once,
        audit: 'made a passkey',
      },
      forgetPasskey: {
        by: byPeople,
        call: async () => {
          const { challenge } = await asking[0].get('offerPasskey');
          const response = new Authenticator(asking[0].url).made(challenge);
          const { id } = await asking[0].get('makePasskey', { body: { name: 'mine', response } });
          return { params: { id } };
        },
        granted: once,
        audit: 'forgot a passkey',
      },
      askPasskey: { by: strangers, call: () => ({}), granted: all },
      usePasskey: {
        by: async (how) => (how === 'one' ? eight((await strangers())[0]) : strangers()),
        call: async () => {
          const owner = await somebody();
          const key = new Authenticator(owner.url);
          const offered = await owner.get('offerPasskey');
          await owner.get('makePasskey', { body: { name: 'mine', response: key.made(offered.challenge) } });
          const { challenge } = await asking[0].get('askPasskey');
          return { body: { response: key.signed(challenge) } };
        },
        granted: once,
      },
      submit: {
        by: byEntrants,
        call: (how) => ({ ...SPRING, query: { file: 'AIMine.cc' }, bytes: `strength 1 by ${how}` }),
        granted: all,
        afterwards: async (how, replies: readonly { submission: { number: number }; same: boolean }[]) => {
          expect(new Set(replies.map(({ submission }) => submission.number)).size).toBe(how === 'one' ? 1 : TIMES);
          expect(replies.filter(({ same }) => !same)).toHaveLength(how === 'one' ? 1 : TIMES);
        },
      },
      takeBack: {
        by: async (how) => (how === 'one' ? eight(entrants[0]) : organisers),
        call: async () => ({ params: { contest: 'spring', submission: await liveVersion(entrants[0]) } }),
        granted: once,
        audit: 'took back',
      },
      challenge: {
        by: byEntrants,
        call: async () => {
          await sql`delete from matches where kind = 'challenge'`.execute(db());
          return { ...SPRING, body: { against: [await numberOf(await entrant())] } };
        },
        granted: { one: 3, many: TIMES },
      },
      sendBoard: {
        by: byEntrants,
        call: (how) => ({ ...SPRING, body: { name: `board-by-${how}`, text: RUN.boards[0] } }),
        granted: once,
      },
      makeContest: {
        by: byOrganisers,
        call: (how) => ({ body: { slug: `by-${how}`, title: 'New', game: GAME.id, boards: [BOARD] } }),
        granted: once,
        audit: 'made a contest',
      },
      changeContest: {
        by: byOrganisers,
        call: () => ({ ...SPRING, body: { title: 'Changed' } }),
        granted: all,
        audit: 'changed title',
      },
      renewCode: {
        by: byOrganisers,
        call: () => SPRING,
        granted: all,
        audit: 'renewed the class code',
        afterwards: async () => {
          code = (await organiser.get('contest', SPRING)).code!;
        },
      },
      setState: {
        by: byOrganisers,
        call: () => ({ ...SPRING, body: { state: 'open' } }),
        granted: all,
        audit: 'made it open',
      },
      announce: {
        by: byOrganisers,
        call: (how) => ({ ...SPRING, body: { text: `by ${how}` } }),
        granted: all,
        afterwards: async (how) =>
          expect(await count(sql`select count(*) as many from announcements where text = ${`by ${how}`}`)).toBe(TIMES),
      },
      roster: {
        by: byOrganisers,
        call: (how) => ({ ...SPRING, body: { csv: `id,name\n${how}1,Somebody 1\n${how}2,Somebody ${named}\n` } }),
        granted: all,
        audit: 'read a roster of 2',
        afterwards: async (_, replies: readonly { added: number; changed: number }[]) => {
          expect(replies.reduce((sum, { added }) => sum + added, 0)).toBe(2);
        },
      },
      extend: {
        by: byOrganisers,
        call: async () => ({
          params: { contest: 'spring', entrant: await numberOf(entrants[0]) },
          body: { group: 'a' },
        }),
        granted: all,
        audit: 'changed an entrant',
      },
      decideBoard: {
        by: byOrganisers,
        call: async () => {
          const { id } = await organiser.get('sendBoard', {
            ...SPRING,
            body: { name: `sent-${++named}`, text: RUN.boards[0] },
          });
          return { params: { contest: 'spring', board: id }, body: { state: 'refused' } };
        },
        granted: all,
        audit: 'board refused',
      },
      rerunSubmission: {
        by: byOrganisers,
        call: async () => ({ params: { contest: 'spring', submission: await liveVersion(await entrant()) } }),
        granted: all,
        audit: 'ran again',
      },
      rerunMatch: {
        by: byOrganisers,
        call: async () => {
          const { lease } = await job();
          await sql`update matches set state = 'void', worker = null, token = null, deadline = null where id = ${lease.match}`.execute(
            db(),
          );
          const match = await count(sql`select number as many from matches where id = ${lease.match}`);
          return { params: { contest: 'spring', match } };
        },
        granted: once,
        audit: 'ran again',
      },
      accessLink: {
        by: byOrganisers,
        call: async () => ({ params: { id: idOf(await somebody()) } }),
        granted: all,
        audit: 'gave an access link',
      },
      setRole: {
        by: byOrganisers,
        call: async () => ({ params: { id: idOf(await somebody()) }, body: { role: 'organiser' } }),
        granted: all,
        audit: 'made organiser',
      },
      mergePeople: {
        by: byOrganisers,
        call: async () => {
          const [one, other] = [await entrant(), await somebody()];
          await other.get('join', { body: { code } });
          return { params: { id: idOf(one) }, body: { other: idOf(other) } };
        },
        granted: once,
        audit: 'merged accounts',
      },
      deletePerson: {
        by: byOrganisers,
        call: async () => ({ params: { id: idOf(await entrant()) } }),
        granted: once,
        audit: 'deleted a person',
      },
      makeWorkerToken: {
        by: byOrganisers,
        call: () => ({ body: { name: 'one' } }),
        granted: all,
        audit: 'made a worker’s token',
      },
      revokeWorkerToken: {
        by: byOrganisers,
        call: async () => ({ params: { id: (await organiser.get('makeWorkerToken', { body: { name: 'one' } })).id } }),
        granted: once,
        audit: 'revoked a worker’s token',
      },
      release: {
        by: byOrganisers,
        call: async () => {
          const module = createHash('sha256').update(newName()).digest('hex');
          await db()
            .insertInto('modules')
            .values({ hash: module, bytes: Buffer.from('x') })
            .execute();
          await db().insertInto('quarantine').values({ module, why: 'it broke workers' }).execute();
          return { params: { module } };
        },
        granted: once,
        audit: 'released from quarantine',
      },
      announceRound: {
        by: byOrganisers,
        call: () => ({ ...SPRING, body: ROUND }),
        granted: all,
        audit: 'announced a round',
        afterwards: async (_, replies: readonly { number: number }[]) =>
          expect(new Set(replies.map(({ number }) => number)).size).toBe(TIMES),
      },
      changeRound: {
        by: byOrganisers,
        call: async () => {
          const { number } = await organiser.get('announceRound', { ...SPRING, body: ROUND });
          return { params: { contest: 'spring', round: number }, body: { what: 'cancel' } };
        },
        granted: once,
        audit: 'changed a round',
      },
      compare: { by: byOrganisers, call: () => SPRING, granted: all, audit: 'compared submissions' },
      addCollection: {
        by: byOrganisers,
        call: async () => {
          const contest = await contestId();
          await db().deleteFrom('collections').execute();
          const values = Array.from({ length: 47 }, () => ({ contest, kind: 'earlier' as const, label: 'x' }));
          await db().insertInto('collections').values(values).execute();
          return { ...SPRING, body: { kind: 'earlier', label: '2024' } };
        },
        granted: { one: 3, many: 3 },
        audit: 'added sources to compare with',
      },
      addSources: {
        by: byOrganisers,
        call: async () => ({
          params: { contest: 'spring', collection: await newCollection() },
          body: { sources: [{ name: 'a', version: '', file: 'a.cc', text: 'int a;' }] },
        }),
        granted: all,
        afterwards: async () =>
          expect(
            await count(
              sql`select count(*) as many from collected where collection = (select max(id) from collections)`,
            ),
          ).toBe(TIMES),
      },
      removeCollection: {
        by: byOrganisers,
        call: async () => ({ params: { contest: 'spring', collection: await newCollection() } }),
        granted: once,
        audit: 'deleted sources to compare with',
      },
      labModules: { by: byEntrants, call: () => ({ body: { modules: ['0'.repeat(64)] } }), granted: all },
      labModule: {
        by: byEntrants,
        call: (how) => ({ bytes: `module by ${how}` }),
        granted: all,
        afterwards: async (how) =>
          expect(
            await count(sql`select count(*) as many from lab_modules l join modules m on m.hash = l.module
              where m.bytes = ${Buffer.from(`module by ${how}`)}`),
          ).toBe(how === 'one' ? 1 : TIMES),
      },
      labRun: {
        by: byEntrants,
        call: async (how) => {
          for (let i = 0; how === 'many' && i < 5; i++) await newRun(entrants[0]);
          return { params: { run: createHash('sha256').update(how).digest('hex') }, body: RUN };
        },
        granted: all,
      },
      labMatches: {
        by: async (how) => eight(how === 'one' ? entrants[1] : entrants[2]),
        call: async (how) => ({
          params: { run: await newRun(how === 'one' ? entrants[1] : entrants[2]) },
          body: { matches: Array.from({ length: 60 }, (_, at) => labMatch(`m${at}`)) },
        }),
        granted: all,
        afterwards: async () => expect(await count(sql`select max(matches) as many from lab_uses`)).toBe(60),
      },
      endLabRun: {
        by: byEntrants,
        call: async () => {
          const run = await newRun(entrants[3]);
          asking = eight(entrants[3]);
          return { params: { run } };
        },
        granted: once,
      },
      takeWork: {
        by: byWorkers,
        call: () => ({ body: { worker: 'w', engine: ENGINE, want: 2 } }),
        granted: all,
        afterwards: async (_, replies: readonly { jobs: readonly { lease: { match: number } }[] }[]) => {
          const given = replies.flatMap(({ jobs }) => jobs.map(({ lease }) => lease.match));
          expect(new Set(given).size).toBe(given.length);
        },
      },
      heartbeat: {
        by: byWorkers,
        call: async () => {
          const { lease, epoch } = await job();
          return { body: { worker: 'w', epoch, leases: [lease] } };
        },
        granted: all,
      },
      giveBack: {
        by: byWorkers,
        call: async () => {
          const { lease, epoch } = await job();
          return { body: { worker: 'w', epoch, leases: [lease] } };
        },
        granted: all,
        afterwards: async (_, replies: readonly { given: number }[]) =>
          expect(replies.reduce((sum, { given }) => sum + given, 0)).toBe(1),
      },
      result: {
        by: byWorkers,
        call: async () => {
          const given = await job();
          const { lease, epoch } = given;
          return { body: { worker: 'w', epoch, engine: ENGINE, lease, outcome: await finished(given) } };
        },
        granted: { one: TIMES, many: 1 },
        afterwards: async (_, replies: readonly { stored: boolean }[]) =>
          expect(replies.filter(({ stored }) => stored)).toHaveLength(1),
      },
    };
    const ROUND = {
      title: 'The end',
      deadline: '2999-01-01T00:00:00Z',
      format: { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 },
    };
    async function newCollection(): Promise<number> {
      await db().deleteFrom('collections').execute();
      return (await organiser.get('addCollection', { ...SPRING, body: { kind: 'earlier', label: '2024' } })).id;
    }

    const writing = (Object.entries(ROUTES) as [RouteId, Route][]).filter(([, { method }]) => method !== 'GET');

    test('each of them is here', () => {
      expect(Object.keys(CASES).sort()).toEqual(writing.map(([id]) => id).sort());
    });

    describe.each(['one', 'many'] as const)('by %s', (how) => {
      test.each(Object.keys(CASES) as WritingId[])('%s', async (id) => {
        const tried = CASES[id] as unknown as Case<WritingId>;
        asking = await tried.by(how);
        const call = await tried.call(how);
        const audited = () => count(sql`select count(*) as many from audit where what = ${tried.audit ?? ''}`);
        const before = await audited();
        logged.length = 0;
        const answers = await Promise.all(
          asking.map(async (browser) => {
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
        await mustHold();
      });
    });

    test('different submissions at once are no more than an hour allows', async () => {
      const someone = await entrant();
      await organiser.get('changeContest', { ...SPRING, body: { perHour: 4 } });
      const answers = await times((index) =>
        someone.ask('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: `strength 2 ${index}` }),
      );
      await organiser.get('changeContest', { ...SPRING, body: { perHour: 30 } });
      // One was submitted before.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      await mustHold();
    });

    test('names that look alike, taken at once, are one person’s', async () => {
      const names = ['oscar', 'OSCAR', 'оscаr', 'Oscar ', 'oscar', 'оsсаr', 'oscar', 'oscar'];
      const answers = await Promise.all(
        (await strangers()).map((browser, index) =>
          browser.ask('join', { body: { code, name: names[index], password: PASSWORD } }),
        ),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      await mustHold();
    });

    test('different passkeys at once are no more than one may have', async () => {
      const owner = await somebody();
      const keys = await Promise.all(
        Array.from({ length: 12 }, async () =>
          new Authenticator(owner.url).made((await owner.get('offerPasskey')).challenge),
        ),
      );
      const answers = await Promise.all(
        keys.map((response) => owner.ask('makePasskey', { body: { name: 'mine', response } })),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
      await mustHold();
    });

    test('matches of several runs at once are no more than a day allows', async () => {
      const owner = await entrant();
      const runs = [];
      for (let i = 0; i < TIMES; i++) runs.push(await newRun(owner));
      const answers = await Promise.all(
        runs.map((run) =>
          owner.ask('labMatches', {
            params: { run },
            body: { matches: Array.from({ length: 40 }, (_, at) => labMatch(`m${at}`)) },
          }),
        ),
      );
      expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
      expect(await count(sql`select matches as many from lab_uses where person = ${idOf(owner)}`)).toBe(100);
      await mustHold();
    });

    test('whoever hands something in while they are merged or deleted loses nothing, and leaves nothing', async () => {
      const [keeps, goes, deleted] = [await somebody(), await somebody(), await entrant()];
      await keeps.get('join', { body: { code } });
      await goes.get('join', { body: { code } });
      const submit = (browser: Browser, index: number) =>
        browser.ask('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: `strength 3 ${index}` });
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, (_, index) => submit(goes, index)),
        organiser.ask('mergePeople', { params: { id: idOf(keeps) }, body: { other: idOf(goes) } }),
        ...Array.from({ length: 4 }, (_, index) => submit(deleted, index)),
        organiser.ask('deletePerson', { params: { id: idOf(deleted) } }),
      ]);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      const kept = answers.slice(0, 4).filter(({ ok }) => ok);
      const there = await count(sql`select count(*) as many from submissions s join members m on m.entrant = s.entrant
        where m.person in (${idOf(keeps)}, ${idOf(goes)})`);
      expect(there).toBe(kept.length);
      expect(
        await count(sql`select count(*) as many from submissions s join people p on p.removed and p.id = ${idOf(deleted)}
          join entrants e on e.id = s.entrant where s.source is not null and e.name = 'entrant ' || e.number`),
      ).toBe(0);
      await mustHold();
    });

    /** What is always true of what is kept. */
    async function mustHold(): Promise<void> {
      const none: Record<string, ReturnType<typeof sql>> = {
        'two entrants of one person in one contest': sql`select person from members m join entrants e on e.id = m.entrant
          group by person, e.contest having count(*) > 1`,
        'two people of one name': sql`select folded from people where not removed group by folded having count(*) > 1`,
        'an entrant whose number was not given out': sql`select 1 from entrants e join contests c on c.id = e.contest where e.number > c.entrants`,
        'an event whose number was not given out': sql`select 1 from events e join contests c on c.id = e.contest where e.id > c.events`,
        'more tokens than one may have': sql`select person from tokens where kind = 'personal' and revoked is null group by person having count(*) > 20`,
        'more passkeys than one may have': sql`select person from passkeys group by person having count(*) > 10`,
        'more boards than one may send': sql`select entrant from boards where state = 'sent' and entrant is not null group by entrant having count(*) > 10`,
        'more runs than one may have': sql`select person from lab_runs group by person having count(*) > 8`,
        'more matches than a day allows': sql`select person from lab_uses where matches > 100`,
        'access of a person who is gone': sql`select p.id from people p where p.removed and (
          exists (select 1 from sessions where person = p.id) or exists (select 1 from tokens where person = p.id) or
          exists (select 1 from links where person = p.id) or exists (select 1 from passkeys where person = p.id))`,
        'a contest without boards': sql`select 1 from contests c where not exists (select 1 from boards where contest = c.id and state = 'in')`,
        'a match that is given out to nobody': sql`select 1 from matches where state = 'leased' and (worker is null or token is null)`,
      };
      for (const [what, query] of Object.entries(none)) expect((await query.execute(db())).rows, what).toEqual([]);
      expect(
        await count(sql`select count(*) as many from people where role = 'organiser' and not removed`),
      ).toBeGreaterThan(0);
    }
  },
);
