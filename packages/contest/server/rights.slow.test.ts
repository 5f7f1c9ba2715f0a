import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Route, type Scope, scope, scopesOf } from '../api/route.ts';
import { type CallOf, ROUTES, type RouteId } from '../api/routes.ts';
import { Browser, joined, makeContest, organiserOf, PASSWORD, SPRING, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { ASSISTANT, NOT_THERE, ofContest, ofSubmission, READERS, RIGHTS, ROLES, type Role } from '../testing/rights.ts';
import type { RunningServer } from './start.ts';

/** Pages that a learning platform shows in its frame. */
const FRAMED: readonly RouteId[] = [
  'startLaunch',
  'startLaunchByForm',
  'launch',
  'openLaunch',
  'enterLaunch',
  'registerTool',
];
/** Data that only its author, the contest's owners, and (compiled) workers may ever read. */
const SECRET = 'strength 9 TOPSECRET';

describe('rights', () => {
  let server: RunningServer;
  const who = {} as Record<Role, { readonly browser: Browser; readonly headers: Record<string, string> }>;
  const logged: string[] = [];
  let secrets: string[] = [];
  let code: string;

  beforeAll(async () => {
    server = await serveTest(await fresh(), { log: { write: (line) => logged.push(line) } });
    const organiser = await organiserOf(server);
    await makeContest(organiser);
    code = await makeContest(organiser, { slug: 'hidden', title: 'Hidden', open: false });
    await makeContest(organiser, { slug: 'listed', title: 'Listed', open: false });
    const springCode = (await organiser.get('contest', SPRING)).code!;
    const helper = async (role: 'owner' | 'assistant' | 'observer', name: string, contests: readonly string[]) => {
      const browser = await joined(server.url, springCode, name);
      for (const contest of contests) await organiser.get('addStaff', { params: { contest }, body: { name, role } });
      return browser;
    };
    const owner = await helper('owner', 'Olga', ['hidden', 'listed']);
    const assistant = await helper('assistant', 'Aldo', ['hidden', 'listed']);
    const observer = await helper('observer', 'Obi', ['hidden', 'listed']);
    await makeContest(organiser, { slug: 'other', title: 'Other', open: false });
    const otherOwner = await helper('owner', 'Otto', ['other']);
    const teacher = await joined(server.url, springCode, 'Tess');
    const { person } = await teacher.get('me');
    await organiser.get('setRole', { params: { id: person!.id }, body: { role: 'teacher' } });
    const ada = await joined(server.url, code, 'Ada');
    const bob = await joined(server.url, code, 'Bob');
    const outsider = await joined(server.url, springCode, 'Eve');
    await ada.get('submit', { ...ofContest, query: { file: 'AIMine.cc' }, bytes: SECRET });
    await until(async () => (await ada.get('submission', ofSubmission)).state === 'in');
    // Added after all have joined: with a roster, others must wait for approval.
    await organiser.get('roster', { ...ofContest, body: { csv: 'id,name\n900,ROSTERNAME\n' } });
    const { secret } = await organiser.get('makeWorkerToken', { body: { name: 'one' } });
    const plain = (browser: Browser) => ({ browser, headers: {} });
    Object.assign(who, {
      stranger: plain(new Browser(server.url)),
      outsider: plain(outsider),
      worker: { browser: new Browser(server.url), headers: { authorization: `Bearer ${secret}` } },
      rival: plain(bob),
      author: plain(ada),
      teacher: plain(teacher),
      'other owner': plain(otherOwner),
      observer: plain(observer),
      assistant: plain(assistant),
      owner: plain(owner),
      organiser: plain(organiser),
    });
    secrets = [
      secret,
      PASSWORD,
      code,
      ...Object.values(who).flatMap(({ browser }) => browser.cookie?.split('=')[1] ?? []),
    ];
  });
  afterAll(() => server.close());

  const ids = Object.keys(ROUTES) as RouteId[];
  test.each(ids.filter((id) => !['signIn', 'signOut', 'join'].includes(id)))('are checked for %s', async (id) => {
    const [allowed, call] = RIGHTS[id] as readonly [readonly Role[], CallOf<RouteId>];
    for (const role of ROLES) {
      const { browser, headers } = who[role];
      const { cookie } = browser;
      const response = await browser.ask(id, call as never, headers);
      browser.cookie = cookie;
      const isStream = id === 'events' && response.ok;
      const text = isStream ? '' : await response.text();
      if (isStream) await response.body!.cancel();
      const isRefused = [401, 403, 404].includes(response.status);
      const isMissing = NOT_THERE.includes(id) && response.status === 404;
      expect(isRefused && !isMissing, `${role}: ${response.status} ${text.slice(0, 200)}`).toBe(
        !allowed.includes(role) && !isMissing,
      );
      expect(response.status, `${role}: ${text.slice(0, 200)}`).toBeLessThan(500);
      if (!READERS.includes(role)) expect(text).not.toContain('TOPSECRET');
      if (!ASSISTANT.includes(role)) expect(text).not.toContain(code);
      if (!ASSISTANT.includes(role)) expect(text).not.toContain('ROSTERNAME');
      const ancestors = FRAMED.includes(id) ? "(?:'none'|\\*)" : "'none'";
      expect(response.headers.get('content-security-policy')).toMatch(
        new RegExp(`default-src '(?:none|self)'.*frame-ancestors ${ancestors}`),
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('let a contest’s owner read sources and the roster', async () => {
    const { browser } = who.owner;
    expect(await (await browser.ask('source', ofSubmission)).text()).toContain('TOPSECRET');
    expect(await (await browser.ask('rosterRows', ofContest)).text()).toContain('ROSTERNAME');
  });

  test('cover all addresses in the API description, and other addresses get 401 or 404', async () => {
    for (const path of [
      '/api',
      '/api/nothing',
      '/api/contests/hidden/secret',
      '/api/../package.json',
      '/api/contests/%2e%2e',
    ]) {
      const response = await fetch(server.url + path);
      expect([401, 404], path).toContain(response.status);
    }
    const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const described = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    expect(described).toBe(ids.length);
  });

  test('stop another site’s page from acting for a signed-in person', async () => {
    const { browser } = who.author;
    const call = { body: { name: 'stolen' } };
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.url.replace('127.0.0.1', 'localhost') },
    ])
      expect((await browser.ask('makeToken', call, headers)).status).toBe(403);
    // A form from another site: no JSON, and no origin in old browsers.
    const form = await fetch(`${server.url}/api/tokens`, {
      method: 'POST',
      headers: { cookie: browser.cookie!, 'content-type': 'text/plain' },
      body: '{"name":"stolen"}',
    });
    expect([403, 415]).toContain(form.status);
    const login = await new Browser(server.url).ask(
      'signIn',
      { body: { name: 'Ada', password: PASSWORD } },
      { origin: 'https://evil.example' },
    );
    expect(login.status).toBe(403);
  });

  test('let a token use only the routes that its scopes allow', async () => {
    const writing = (wanted: Scope) =>
      ids.filter((id) => (ROUTES[id] as Route).method !== 'GET' && scopesOf(ROUTES[id])?.includes(wanted)).sort();
    expect(Object.fromEntries(scope.options.map((each) => [each, writing(each)]))).toEqual({
      read: [],
      submit: ['challenge', 'sendBoard', 'submit', 'takeBack'],
      organise: [
        'addCollection',
        'addRow',
        'addSources',
        'announce',
        'announceRound',
        'archiveContest',
        'changeContest',
        'changeRound',
        'compare',
        'copyContest',
        'correctRow',
        'courseMarks',
        'courseRoster',
        'decideBoard',
        'extend',
        'makeContest',
        'moveMember',
        'release',
        'removeAnnouncement',
        'removeCaller',
        'removeCollection',
        'removeRows',
        'renewCode',
        'renewRows',
        'rerunMatch',
        'rerunSubmission',
        'revokeWorkerToken',
        'roster',
        'setState',
        'tieRows',
        'untieRow',
      ],
      backup: [],
    });
    // Creates an organiser's token for each scope, and tries all routes with it in another person's browser.
    const organiser = who.organiser.browser;
    for (const each of scope.options) {
      const { secret } = await organiser.get('makeToken', { body: { name: each, scopes: [each] } });
      for (const id of ids.filter((id) => ROUTES[id].needs !== 'worker' && !scopesOf(ROUTES[id])?.includes(each))) {
        if (scopesOf(ROUTES[id]) === undefined) continue;
        const [, call] = RIGHTS[id] as readonly [readonly Role[], CallOf<RouteId>];
        const headers = { authorization: `Bearer ${secret}` };
        const response = await new Browser(server.url).ask(id, call as never, headers);
        expect([id, response.status, ((await response.json()) as { code: string }).code]).toEqual([
          id,
          403,
          scopesOf(ROUTES[id])!.length === 0 ? 'token/session' : 'token/scope',
        ]);
      }
      secrets.push(secret);
    }
  });

  test('let neither a read token read sources nor an entrant create a token with the organise scope', async () => {
    const organiser = who.organiser.browser;
    const { secret } = await organiser.get('makeToken', { body: { name: 'reads', scopes: ['read'] } });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await new Browser(server.url).ask('source', ofSubmission, headers)).status).toBe(403);
    expect((await new Browser(server.url).ask('metrics', {}, headers)).status).toBe(200);
    const entrant = await who.author.browser.ask('makeToken', { body: { name: 'more', scopes: ['organise'] } });
    expect([entrant.status, await entrant.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'not-allowed/organise-token' }),
    ]);
    secrets.push(secret);
  });

  test('leave no secrets in the log', () => {
    const all = logged.join('');
    expect(logged.length).toBeGreaterThan(100);
    for (const secret of [...secrets, 'TOPSECRET', '127.0.0.1:'])
      expect(all.replace(/Server listening at \S+/, '')).not.toContain(secret);
  });
});
