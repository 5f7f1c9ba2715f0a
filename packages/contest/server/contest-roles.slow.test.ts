import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import type { ContestRole } from '../api/roles.ts';
import type { Route } from '../api/route.ts';
import { type CallOf, ROUTES, type RouteId } from '../api/routes.ts';
import {
  Browser,
  ended,
  idOf,
  joined,
  makeContest,
  organiserOf,
  refusalOf,
  SPRING,
  sent,
  serveTest,
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, fakeCompile, fakePlay, GAME } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

/** A line of a source, as in a compiler's message. */
const LINE = 'int TOPSECRET = 1;';

let server: RunningServer;
let organiser: Browser;
let code: string;
beforeAll(async () => {
  server = await serveTest(await fresh(), {
    compile: async (game, sent_, ...rest) => {
      const text = Buffer.from(sent_.source!).toString('utf8');
      if (text.startsWith('quoted')) return { ok: false, why: `line 1: ${LINE}` };
      return await fakeCompile(game, sent_, ...rest);
    },
    play: async (job) => {
      const played = await fakePlay(job);
      if (played.kind !== 'finished') return played;
      const logs = played.logs.map((line) =>
        job.players[line.seat].kind === 'module' ? { ...line, text: 'TOPSECRET' } : line,
      );
      return { ...played, logs };
    },
  });
  organiser = await organiserOf(server);
  code = await makeContest(organiser);
});
afterAll(() => server.close());

const teacher = async (name: string): Promise<Browser> => {
  const browser = await joined(server.url, code, name);
  await organiser.get('setRole', { params: { id: await idOf(browser) }, body: { role: 'teacher' } });
  return browser;
};
const helper = async (role: ContestRole, name: string): Promise<Browser> => {
  const browser = new Browser(server.url);
  // The contest's staff have an account but don't participate.
  const other = `for-${name.toLowerCase()}`;
  await browser.get('join', {
    body: { code: await makeContest(organiser, { slug: other, title: other }), name, password: 'correct horse' },
  });
  await organiser.get('addStaff', { ...SPRING, body: { name, role } });
  return browser;
};
const NEW = { game: GAME.id, boards: [BOARD], open: false };

test('a contest that a teacher creates belongs only to that teacher', async () => {
  const [ada, bob] = [await teacher('Ada'), await teacher('Bob')];
  await ada.get('makeContest', { body: { slug: 'adas', title: 'Ada’s', ...NEW } });
  const adas = { params: { contest: 'adas' } };
  expect((await ada.get('me')).roles).toEqual([{ contest: 'adas', role: 'owner' }]);
  expect((await ada.get('contest', adas)).code).toBeDefined();
  await ada.get('changeContest', { ...adas, body: { title: 'Hers' } });
  expect(await refusalOf(await bob.ask('contest', adas))).toEqual([404, 'not-found']);
  expect((await bob.get('contests')).map(({ slug }) => slug)).not.toContain('adas');
  expect(await refusalOf(await bob.ask('changeContest', { ...adas, body: { title: 'Mine' } }))).toEqual([
    404,
    'not-found',
  ]);
  // Bob can't read the sources by comparing his own contest with Ada's either: the report would quote them.
  await bob.get('makeContest', { body: { slug: 'bobs', title: 'Bob’s', ...NEW } });
  const collection = { kind: 'earlier' as const, label: '2024', contest: 'adas' };
  const bobs = { params: { contest: 'bobs' } };
  expect(await refusalOf(await bob.ask('addCollection', { ...bobs, body: collection }))).toEqual([404, 'not-found']);
  // Actions on the server are only for organisers.
  for (const id of ['people', 'workers', 'audit', 'backup', 'platforms'] as const)
    expect(await refusalOf(await ada.ask(id))).toEqual([403, 'not-allowed/organisers']);
  // Ada still owns the contest when she is no longer a teacher.
  await organiser.get('setRole', { params: { id: await idOf(ada) }, body: { role: 'entrant' } });
  await ada.get('changeContest', { ...adas, body: { title: 'Still hers' } });
  const again = await ada.ask('copyContest', { ...adas, body: { slug: 'copy', title: 'Copy' } });
  expect(await refusalOf(again)).toEqual([403, 'not-allowed/teacher']);
});

test('only staff see that a contest has no owner', async () => {
  await makeContest(organiser, { slug: 'orphan', title: 'Orphan' });
  const owned = async (browser: Browser) => (await browser.get('contest', { params: { contest: 'orphan' } })).owned;
  expect(await owned(organiser)).toBe(true);
  await sql`delete from staff where contest = (select id from contests where slug = 'orphan')`.execute(
    server.context.store.db,
  );
  expect(await owned(organiser)).toBe(false);
  expect(await owned(new Browser(server.url))).toBeUndefined();
  const nia = await teacher('Nia');
  await organiser.get('addStaff', { params: { contest: 'orphan' }, body: { name: 'Nia', role: 'owner' } });
  expect(await owned(nia)).toBe(true);
});

test('a copy isn’t compared with other owners’ contests', async () => {
  const cyd = await teacher('Cyd');
  await makeContest(organiser, { slug: 'theirs', title: 'Theirs' });
  await cyd.get('makeContest', { body: { slug: 'cyds', title: 'Cyd’s', ...NEW } });
  const cyds = { params: { contest: 'cyds' } };
  await organiser.get('addCollection', { ...cyds, body: { kind: 'earlier', label: '2023', contest: 'theirs' } });
  await organiser.get('addCollection', { ...cyds, body: { kind: 'template', label: 'given' } });
  await cyd.get('copyContest', { ...cyds, body: { slug: 'cyds-copy', title: 'Copy', compare: true } });
  const { collections } = await cyd.get('similar', { params: { contest: 'cyds-copy' } });
  expect(collections.map(({ label }) => label)).toEqual(['Cyd’s', 'given']);
});

if (IS_LONG_RUN)
  test('only a contest’s current owners can read a comparison that quotes the contest', async () => {
    const [eva, fay] = [await teacher('Eva'), await teacher('Fay')];
    await makeContest(organiser, { slug: 'lent', title: 'Lent' });
    const lent = { params: { contest: 'lent' } };
    await organiser.get('addStaff', { ...lent, body: { name: 'Eva', role: 'owner' } });
    await eva.get('makeContest', { body: { slug: 'evas', title: 'Eva’s', ...NEW } });
    const evas = { params: { contest: 'evas' } };
    await eva.get('addStaff', { ...evas, body: { name: 'Fay', role: 'owner' } });
    await eva.get('addCollection', { ...evas, body: { kind: 'earlier', label: 'lent', contest: 'lent' } });
    const compared = async (by: Browser) => {
      await by.get('compare', evas);
      await until(async () => (await organiser.get('similar', evas)).state === 'done');
    };
    await compared(eva);
    const reads = async (browser: Browser) => [
      (await browser.get('similar', evas)).state,
      (await browser.ask('similarReport', evas)).status,
      (await browser.ask('similarPairs', evas)).status,
    ];
    expect(await reads(eva)).toEqual(['done', 200, 200]);
    expect(await reads(fay)).toEqual(['none', 403, 403]);
    // A comparison that she starts contains no source of that contest.
    await compared(fay);
    expect(await reads(fay)).toEqual(['done', 200, 200]);
    await compared(eva);
    await organiser.get('removeStaff', { params: { contest: 'lent', person: await idOf(eva) } });
    expect(await reads(eva)).toEqual(['none', 403, 403]);
    expect(await refusalOf(await eva.ask('similarReport', evas))).toEqual([403, 'similar/others']);
  });

test('assistants and observers receive neither sources nor messages that quote them', async () => {
  const author = await joined(server.url, code, 'Author');
  const helpers = { assistant: await helper('assistant', 'Aldo'), observer: await helper('observer', 'Obi') };
  const good = await sent(author, 'strength 5 TOPSECRET');
  const broken = await sent(author, `quoted ${LINE}`);
  const crashing = await sent(author, 'crash TOPSECRET');
  for (const number of [good, broken, crashing]) await ended(author, number);
  await organiser.get('compare', SPRING);
  await until(async () => (await organiser.get('similar', SPRING)).state === 'done');
  const { number } = (await organiser.get('matches', { ...SPRING, query: { kind: 'check' } }))[0];
  const entrant = (await author.get('me')).entrants[0].number;
  // All GET routes, with all existing numbers.
  const gets = (Object.entries(ROUTES) as [RouteId, Route][]).filter(
    ([id, { method, path, needs }]) =>
      method === 'GET' && path.startsWith('/contests/:contest') && needs !== 'worker' && id !== 'events',
  );
  const found: Record<string, string[]> = {};
  for (const [name, browser] of Object.entries({ owner: organiser, ...helpers }))
    for (const [id, { path }] of gets)
      for (let n = 1; n <= (path.split(':').length > 2 ? Math.max(number, crashing) : 1); n++) {
        const params = { contest: 'spring', submission: n, match: n, round: n, entrant: n, board: n, file: 'none' };
        const response = await browser.ask(id, {
          params,
          query: {
            ...(id === 'exportRound' && { modules: '1' }),
            ...(id === 'marks' && { rounds: '1' }),
            ...(id === 'submissions' && { entrant }),
          },
        } as unknown as CallOf<RouteId>);
        const text = await response.text();
        if (/TOPSECRET|SECRET WORDS/.test(text) || (response.ok && id === 'source'))
          found[name] = [...new Set([...(found[name] ?? []), id])];
      }
  expect(Object.keys(found)).toEqual(['owner']);
  // The owner's replies contain the data that others must not see.
  expect(found.owner).toEqual(expect.arrayContaining(['submissions', 'submission', 'source', 'sidecar', 'export']));
  for (const browser of Object.values(helpers)) {
    const seen = await browser.get('submissions', { ...SPRING, query: { entrant } });
    expect(seen.map(({ state }) => state)).toEqual(['rejected', 'rejected', 'in']);
    expect(seen[1].said?.code).toBe('hidden');
    const { steps } = await browser.get('submission', { params: { contest: 'spring', submission: good } });
    expect(steps.map(({ said }) => said?.code)).toContain('qualify/through');
  }
});

test('an assistant who joins a team can’t read the team’s sources, not even with a token or in exported data', async () => {
  const slug = 'teams';
  const teams = { params: { contest: slug } };
  const entering = await makeContest(organiser, { slug, title: slug, teamSize: 3 });
  const student = await joined(server.url, entering, 'Student');
  const number = (
    await student.get('submit', { ...teams, query: { file: 'AIMine.cc' }, bytes: 'strength 5 TOPSECRET' })
  ).submission.number;
  const ofStudent = { params: { contest: slug, submission: number } };
  await until(async () => (await student.get('submission', ofStudent)).state === 'in');
  const aide = await joined(server.url, entering, 'Aide');
  await organiser.get('addStaff', { ...teams, body: { name: 'Aide', role: 'assistant' } });
  // Someone who joins with a role wants to play, and becomes entrant 3: entrant 2 ended with the role.
  await aide.get('join', { body: { code: entering } });
  await aide.get('moveMember', { params: { contest: slug, person: await idOf(aide) }, body: { to: 1 } });
  const { secret } = await aide.get('makeToken', { body: { name: 'reads', scopes: ['read'] } });
  for (const headers of [{}, { authorization: `Bearer ${secret}` }]) {
    const browser = 'authorization' in headers ? new Browser(server.url) : aide;
    expect(await refusalOf(await browser.ask('source', ofStudent, headers))).toEqual([404, 'not-found']);
  }
  const source = Buffer.from('strength 5 TOPSECRET').toString('base64');
  expect(await (await student.ask('exportMe')).text()).toContain(source);
  expect(await (await aide.ask('exportMe')).text()).not.toContain(source);
  const [check] = await student.get('matches', { ...teams, query: { kind: 'check' } });
  const match = { params: { contest: slug, match: check.number } };
  expect(await (await student.ask('sidecar', match)).text()).toContain('TOPSECRET');
  expect(await (await aide.ask('sidecar', match)).text()).not.toContain('TOPSECRET');
  // A source that the assistant submitted stays readable to the assistant.
  const own = (await aide.get('submit', { ...teams, query: { file: 'AIMine.cc' }, bytes: 'strength 6' })).submission;
  expect((await aide.ask('source', { params: { contest: slug, submission: own.number } })).status).toBe(200);
  const [moved] = (await organiser.get('contestAudit', teams)).filter(({ what }) => what === 'moved a member');
  expect(moved.about).toBe(`person ${await idOf(aide)} of teams: {"from":3,"to":1}`);
});

test('a token with the organise scope can use a contest role, but a token with the read scope can’t', async () => {
  const owner = await helper('owner', 'Olga');
  const token = async (scopes: ('read' | 'organise')[]) => {
    const { secret } = await owner.get('makeToken', { body: { name: scopes[0], scopes } });
    return { authorization: `Bearer ${secret}` };
  };
  const anyone = new Browser(server.url);
  const call = { ...SPRING, body: { text: 'Hear' } };
  expect((await anyone.ask('announce', call, await token(['organise']))).status).toBe(200);
  const reading = await token(['read']);
  expect(await refusalOf(await anyone.ask('announce', call, reading))).toEqual([403, 'token/scope']);
  expect(((await (await anyone.ask('contest', SPRING, reading)).json()) as { code?: string }).code).toBeUndefined();
  // Roles can only be assigned in a session.
  const role = { ...SPRING, body: { name: 'Olga', role: 'owner' as const } };
  expect(await refusalOf(await anyone.ask('addStaff', role, await token(['organise'])))).toEqual([
    403,
    'token/session',
  ]);
});

test('a person who loses a role loses access immediately, and the person’s open streams end', async () => {
  await makeContest(organiser, { slug: 'closed', title: 'Closed', open: false });
  const closed = { params: { contest: 'closed' } };
  const helping = await helper('observer', 'Odo');
  await organiser.get('addStaff', { ...closed, body: { name: 'odo', role: 'assistant' } });
  expect((await helping.get('contest', closed)).code).toBeDefined();
  const stream = await helping.ask('events', closed);
  await organiser.get('removeStaff', { params: { contest: 'closed', person: await idOf(helping) } });
  expect(await refusalOf(await helping.ask('contest', closed))).toEqual([404, 'not-found']);
  // The stream ends.
  await stream.text();
  const log = await organiser.get('contestAudit', closed);
  expect(log.map(({ what, about }) => [what, about])).toEqual([
    ['took a role away', 'Odo'],
    ['made assistant', 'Odo'],
    ['made a contest', 'closed'],
  ]);
});

test('a contest keeps one owner when two owners demote or remove each other or themselves in parallel', async () => {
  const [one, two] = [await helper('owner', 'Una'), await helper('owner', 'Duo')];
  const slug = 'two-owners';
  await makeContest(organiser, { slug, title: slug });
  const [maker, first, second] = [await idOf(organiser), await idOf(one), await idOf(two)];
  for (const name of ['Una', 'Duo'])
    await organiser.get('addStaff', { params: { contest: slug }, body: { name, role: 'owner' } });
  await organiser.get('removeStaff', { params: { contest: slug, person: maker } });
  const owners = async () =>
    (
      await sql`select 1 from staff s join contests c on c.id = s.contest where c.slug = ${slug} and role = 'owner'`.execute(
        server.context.store.db,
      )
    ).rows.length;
  const lower = (browser: Browser, person: number) =>
    browser.ask('changeStaff', { params: { contest: slug, person }, body: { role: 'assistant' } });
  const drop = (browser: Browser, person: number) => browser.ask('removeStaff', { params: { contest: slug, person } });
  for (const act of [lower, drop]) {
    const done = await Promise.all([act(one, second), act(two, first)]);
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await owners()).toBe(1);
    // One owner must stay even if both leave at the same time, or with an organiser's help.
    await organiser.ask('addStaff', { params: { contest: slug }, body: { name: 'Una', role: 'owner' } });
    await organiser.ask('addStaff', { params: { contest: slug }, body: { name: 'Duo', role: 'owner' } });
    for (const person of [first, second])
      await organiser.get('changeStaff', { params: { contest: slug, person }, body: { role: 'owner' } });
    const left = await Promise.all([act(one, first), act(two, second)]);
    expect(left.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await owners()).toBe(1);
    const last = left[0].ok ? second : first;
    expect(await refusalOf(await act(organiser, last))).toEqual([409, 'staff/last-owner']);
    for (const name of ['Una', 'Duo'])
      await organiser.ask('addStaff', { params: { contest: slug }, body: { name, role: 'owner' } });
    for (const person of [first, second])
      await organiser.get('changeStaff', { params: { contest: slug, person }, body: { role: 'owner' } });
  }
});

test('merged accounts keep the higher role, and a deleted account keeps no role', async () => {
  const kept = await helper('assistant', 'Kai');
  const gone = await helper('owner', 'Kaj');
  await organiser.get('mergePeople', { params: { id: await idOf(kept) }, body: { other: await idOf(gone) } });
  expect((await kept.get('me')).roles).toContainEqual({ contest: 'spring', role: 'owner' });
  await organiser.get('deletePerson', { params: { id: await idOf(kept) } });
  expect((await organiser.get('staff', SPRING)).map(({ name }) => name)).not.toContain('Kai');
});
