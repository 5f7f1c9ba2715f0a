import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CallOf, ReplyOf, ROUTES, RouteId } from '../../api/routes.ts';
import { playInput } from '../../judge/play.ts';
import { Admission } from '../../server/admission.ts';
import { Passwords } from '../../server/password-hashes.ts';
import { hashSecret, newSecret } from '../../server/secrets.ts';
import type { RunningServer } from '../../server/start.ts';
import { foldName, lookOf } from '../../store/name-key.ts';
import { Browser, ENGINE, makeContest, organiserOf, PASSWORD, SPRING, serveTest, until } from '../contest.ts';
import { BOARD, fakePlay, GAME, testCatalog } from '../test-catalog.ts';

/** Number of simultaneous requests. */
export const TIMES = 8;

/** The cases for routes that change something. Routes for a page's form have separate tests. */
export type WritingRoute<Id extends RouteId> = {
  [Each in Id]: (typeof ROUTES)[Each] extends { readonly method: 'GET' } | { readonly takes: 'form' } ? never : Each;
}[Id];
export type WritingId = WritingRoute<RouteId>;

/** Whether one person sends all eight requests, or eight different people send one each. */
export type CallerCount = 'one' | 'many';

export interface Case<Id extends WritingId> {
  /** Returns the eight callers. */
  readonly by: (how: CallerCount) => Promise<readonly Browser[]>;
  /** Returns the request that all callers send. */
  readonly call: (how: CallerCount) => Promise<CallOf<Id>> | CallOf<Id>;
  /** Number of successful requests; the other requests are rejected with an error. */
  readonly granted: Readonly<Record<CallerCount, number>>;
  /** The audit entry for each granted request. */
  readonly audit?: string;
  /** Checks the conditions that must be met afterwards. */
  readonly afterwards?: (how: CallerCount, replies: readonly never[]) => Promise<void>;
}
export type Cases = { readonly [Id in WritingId]: Case<Id> };

export const ALL = { one: TIMES, many: TIMES };
export const ONCE = { one: 1, many: 1 };

export const BOARD_TEXT = testCatalog.boardsOf(GAME.id).get(BOARD)!;

/** A server with a contest `spring`, and enough people and workers for eight simultaneous requests. */
export class Crowd {
  readonly server: RunningServer;
  readonly organiser: Browser;
  code: string;
  organisers: readonly Browser[] = [];
  /** Browsers of those entrants of the contest who have a live version. */
  entrants: readonly Browser[] = [];
  workers: readonly Browser[] = [];
  /** The callers in the tested case. */
  asking: readonly Browser[] = [];
  private readonly ids = new Map<Browser, number>();
  private readonly password: string;
  private names = 0;
  private versions = 0;

  private constructor(server: RunningServer, organiser: Browser, code: string, password: string) {
    this.server = server;
    this.organiser = organiser;
    this.code = code;
    this.password = password;
  }

  /** Prepares the crowd. `log`: the destination of the server's log lines. */
  static async gather(databaseUrl: string, log: { write(line: string): void }): Promise<Crowd> {
    const server = await serveTest(
      { databaseUrl },
      {
        play: undefined,
        // Submissions wait, so that only the requests change them.
        compile: (_, __, signal) =>
          new Promise((_done, failed) => signal!.addEventListener('abort', () => failed(signal!.reason))),
        log,
        // Simultaneous sign-ins must wait for each other.
        passwordCost: undefined,
        // All of an entrant's requests must reach the database in this test.
        admission: new Admission({}, {}),
      },
    );
    const password = await new Passwords().hash(PASSWORD, { device: 'test' });
    const organiser = await organiserOf(server);
    const code = await makeContest(organiser, { perHour: 30 });
    const crowd = new Crowd(server, organiser, code, password);
    crowd.ids.set(organiser, (await organiser.get('me')).person!.id);
    crowd.organisers = await crowd.times(() => crowd.newAccount('organiser'));
    const entrants: Browser[] = [];
    for (let i = 0; i < TIMES; i++) entrants.push(await crowd.entrant());
    crowd.entrants = entrants;
    crowd.workers = await crowd.times(() => crowd.worker());
    return crowd;
  }

  readonly db = () => this.server.context.store.db;
  readonly times = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: TIMES }, (_, index) => make(index)));
  readonly eight = (browser: Browser): Browser[] => Array.from({ length: TIMES }, () => browser);
  readonly newName = () => `Person ${++this.names}`;
  readonly idOf = (browser: Browser): number => this.ids.get(browser)!;
  readonly numberOf = async (browser: Browser): Promise<number> => (await browser.get('me')).entrants[0].number;

  readonly newAccount = async (role: 'entrant' | 'organiser' = 'entrant'): Promise<Browser> => {
    const name = this.newName();
    const { id } = await this.db()
      .insertInto('people')
      .values({ name, folded: foldName(name), look: lookOf(name), role, password: this.password })
      .returning('id')
      .executeTakeFirstOrThrow();
    const browser = this.stranger();
    const secret = newSecret('ls');
    await this.db()
      .insertInto('sessions')
      .values({ hash: hashSecret(secret), person: id, expires: new Date('2999-01-01') })
      .execute();
    browser.cookie = `ludus=${secret}`;
    this.ids.set(browser, id);
    return browser;
  };
  readonly entrant = async (): Promise<Browser> => {
    const browser = await this.newAccount();
    await browser.get('join', { body: { code: this.code } });
    await this.liveVersion(browser);
    return browser;
  };
  /** Gives an entrant a live version, and returns its number. */
  readonly liveVersion = async (browser: Browser): Promise<number> => {
    const text = `strength 5 ${++this.versions}`;
    const { submission } = await browser.get('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: text });
    const module = createHash('sha256').update(text).digest('hex');
    await this.db()
      .insertInto('modules')
      .values({ hash: module, bytes: Buffer.from(text) })
      .execute();
    await sql`update submissions set state = 'in', module = ${module}, entered = clock_timestamp(), deadline = null, owner = null
      where number = ${submission.number}`.execute(this.db());
    return submission.number;
  };
  readonly worker = async (): Promise<Browser> => {
    const { secret } = await this.organiser.get('makeWorkerToken', { body: { name: this.newName() } });
    const browser = new Browser(this.server.url);
    const ask = browser.ask.bind(browser);
    browser.ask = (id, call) => ask(id, call, { authorization: `Bearer ${secret}` });
    return browser;
  };
  /** Passkeys need a host name instead of an IP address. */
  private readonly stranger = () => new Browser(this.server.url.replace('127.0.0.1', 'localhost'));
  readonly strangers = () => this.times(async () => this.stranger());

  readonly byPeople = async (how: CallerCount): Promise<Browser[]> =>
    how === 'one' ? this.eight(await this.newAccount()) : this.times(() => this.newAccount());
  readonly byEntrants = async (how: CallerCount): Promise<readonly Browser[]> =>
    how === 'one' ? this.eight(this.entrants[0]) : this.entrants;
  readonly byOrganisers = async (how: CallerCount): Promise<readonly Browser[]> =>
    how === 'one' ? this.eight(this.organisers[0]) : this.organisers;
  readonly byWorkers = async (how: CallerCount): Promise<readonly Browser[]> =>
    how === 'one' ? this.eight(this.workers[0]) : this.workers;

  readonly count = async (query: ReturnType<typeof sql>): Promise<number> =>
    Number(((await query.execute(this.db())).rows[0] as { many: string }).many);
  readonly contestId = () => this.count(sql`select id as many from contests where slug = 'spring'`);
  readonly ofPeople = async (make: (person: number) => Promise<unknown>, browsers: readonly Browser[]) => {
    for (const person of new Set(browsers.map(this.idOf))) await make(person);
  };
  readonly linkFor = async (person: number): Promise<string> =>
    (await this.organiser.get('accessLink', { params: { id: person } })).link.split('#')[1];
  readonly job = async (): Promise<ReplyOf<'takeWork'>['jobs'][number] & { readonly epoch: string }> => {
    const body = { worker: 'w', engine: ENGINE, want: 1 };
    // The sweeper draws ladder matches as soon as they are needed.
    return await until(async () => {
      const { jobs, epoch } = await this.workers[0].get('takeWork', { body });
      return jobs[0] && { ...jobs[0], epoch };
    });
  };
  readonly finished = async ({ input }: ReplyOf<'takeWork'>['jobs'][number]) => {
    const module = async (hash: string) =>
      (await this.db().selectFrom('modules').select('bytes').where('hash', '=', hash).executeTakeFirstOrThrow()).bytes;
    return await playInput({ play: fakePlay, module }, input);
  };

  /** Checks the invariants of the stored data. */
  readonly mustHold = async (): Promise<void> => {
    const none: Record<string, ReturnType<typeof sql>> = {
      'two entrants of one person in one contest': sql`select person from members m join entrants e on e.id = m.entrant
        group by person, e.contest having count(*) > 1`,
      'two people with the same name': sql`select folded from people where not removed group by folded having count(*) > 1`,
      'two people whose names look alike': sql`select look from people where not removed group by look having count(*) > 1`,
      'an entrant with a number that was not assigned': sql`select 1 from entrants e join contests c on c.id = e.contest where e.number > c.entrants`,
      'an event with a number that was not assigned': sql`select 1 from events e join contests c on c.id = e.contest where e.id > c.events`,
      'a person with too many tokens': sql`select person from tokens where kind = 'personal' and revoked is null group by person having count(*) > 20`,
      'a person with too many passkeys': sql`select person from passkeys group by person having count(*) > 10`,
      'an entrant with too many undecided boards': sql`select entrant from boards where state = 'sent' and entrant is not null group by entrant having count(*) > 10`,
      'access for a deleted person': sql`select p.id from people p where p.removed and (
        exists (select 1 from sessions where person = p.id) or exists (select 1 from tokens where person = p.id) or
        exists (select 1 from links where person = p.id) or exists (select 1 from passkeys where person = p.id) or
        exists (select 1 from identities where person = p.id))`,
      'a role for a deleted person': sql`select 1 from staff s join people p on p.id = s.person where p.removed`,
      'a contest without boards': sql`select 1 from contests c where not exists (select 1 from boards where contest = c.id and state = 'in')`,
      'a row with a person and a code, or with neither': sql`select 1 from roster where (person is null) = (code is null)`,
      'a row whose person does not take part': sql`select 1 from roster r where person is not null and not exists (
        select 1 from members m where m.contest = r.contest and m.person = r.person)`,
      'a team with too many people': sql`select m.entrant from members m join contests c on c.id = m.contest
        group by m.entrant, c.form having count(*) > coalesce((c.form ->> 'teamSize')::int, 1)`,
      'a person who left and is still a member': sql`select 1 from former_members f join members m
        on m.entrant = f.entrant and m.person = f.person where f.ended > m.joined`,
      'a leased match without a worker or a token': sql`select 1 from matches where state = 'leased' and (worker is null or token is null)`,
    };
    for (const [what, query] of Object.entries(none)) expect((await query.execute(this.db())).rows, what).toEqual([]);
    expect(
      await this.count(sql`select count(*) as many from people where role = 'organiser' and not removed`),
    ).toBeGreaterThan(0);
  };
}
