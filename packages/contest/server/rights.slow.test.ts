import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Route, type Scope, scope, scopesOf } from '../api/route.ts';
import { type CallOf, ROUTES, type RouteId } from '../api/routes.ts';
import { Browser, joined, makeContest, organiserOf, PASSWORD, SPRING, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

/**
 * The table of rights: who may ask what. Everything in it is about Ada's things in a contest that only its people may see. A route without a
 * line does not compile.
 */
const ROLES = [
  'stranger',
  'outsider',
  'teacher',
  /** Of another contest. */
  'other owner',
  'worker',
  'rival',
  'author',
  'observer',
  'assistant',
  'owner',
  'organiser',
] as const;
type Role = (typeof ROLES)[number];

const ALL: readonly Role[] = ROLES;
const OBSERVER: readonly Role[] = ['observer', 'assistant', 'owner', 'organiser'];
const ASSISTANT: readonly Role[] = ['assistant', 'owner', 'organiser'];
const OWNER: readonly Role[] = ['owner', 'organiser'];
const ORGANISER: readonly Role[] = ['organiser'];
const TAKING_PART: readonly Role[] = ['rival', 'author'];
const INSIDE: readonly Role[] = [...TAKING_PART, ...OBSERVER];
const PEOPLE: readonly Role[] = ['outsider', 'teacher', 'other owner', ...INSIDE];
/** Whose things they are, and who may see that they are there. */
const OWN: readonly Role[] = ['author', ...OBSERVER];
/** Whose source it is, and who may read it. */
const READERS: readonly Role[] = ['author', ...OWNER];
const WORKER: readonly Role[] = ['worker'];

const hidden = { contest: 'hidden' };
const ofContest = { params: hidden };
const ofSubmission = { params: { ...hidden, submission: 1 } };
const ofMatch = { params: { ...hidden, match: 1 } };
const ofRound = { params: { ...hidden, round: 999 } };
const ROUND = {
  title: 'The end',
  deadline: '2999-01-01T00:00:00Z',
  format: { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 },
};
const body = <T>(value: T) => ({ body: value });
const LEASE = { match: 999_999, number: 1, input: '0'.repeat(64) };
const HELD = { worker: 'w', epoch: 'x', leases: [] };

const KEY = <T>(response: T) => ({ id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response });
const SAID = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };

const PLATFORM = {
  name: 'Campus',
  issuer: 'https://campus.example',
  clientId: 'ludus',
  deployments: ['1'],
  authUrl: 'https://campus.example/auth',
  tokenUrl: 'https://campus.example/token',
  jwksUrl: 'https://campus.example/jwks',
};

const RIGHTS: { readonly [Id in RouteId]: readonly [readonly Role[], CallOf<Id>] } = {
  me: [ALL, {}],
  signIn: [ALL, body({ name: 'Ada', password: PASSWORD })],
  signOut: [ALL, {}],
  join: [PEOPLE, body({ code: 'CODE' })],
  openLink: [[], body({ token: 'll_none' })],
  useLink: [[], body({ token: 'll_none', password: PASSWORD })],
  changeMe: [PEOPLE, body({ locale: 'ca' as const })],
  exportMe: [PEOPLE, {}],
  // No one here has this name: those who may ask get another refusal.
  deleteMe: [PEOPLE, body({ name: 'No One', password: PASSWORD })],
  tokens: [PEOPLE, {}],
  makeToken: [PEOPLE, body({ name: 'mine' })],
  revokeToken: [[], { params: { id: 1 } }],
  passkeys: [PEOPLE, {}],
  // Not by a number instead of a name, nor without encryption, as the tests ask.
  offerPasskey: [[], {}],
  makePasskey: [[], body({ name: 'mine', response: KEY(SAID) })],
  forgetPasskey: [[], { params: { id: 9999 } }],
  askPasskey: [[], {}],
  usePasskey: [[], body({ response: KEY({ ...SAID, authenticatorData: 'AAAA', signature: 'AAAA' }) })],
  signInWays: [ALL, {}],
  // This server has no issuer.
  beginSignIn: [[], {}],
  endSignIn: [[], {}],
  // There is no platform here that could sign a message.
  startLaunch: [[], {}],
  startLaunchByForm: [[], { form: {} }],
  launch: [[], { form: {} }],
  openLaunch: [[], { form: {} }],
  enterLaunch: [[], {}],
  launchQuestion: [[], {}],
  answerLaunch: [[], body({ link: false })],
  toolKeys: [ALL, {}],
  registerTool: [[], {}],
  platforms: [ORGANISER, {}],
  savePlatform: [ORGANISER, body(PLATFORM)],
  removePlatform: [ORGANISER, { params: { id: 9999 } }],
  registrationLink: [ORGANISER, {}],
  courses: [ASSISTANT, ofContest],
  courseRoster: [ASSISTANT, { params: { ...hidden, course: 999 }, ...body({ preview: true }) }],
  courseMarks: [OWNER, { params: { ...hidden, course: 999 }, ...body({ rounds: '999' }) }],
  health: [ALL, {}],
  games: [ALL, {}],
  contests: [ALL, {}],
  contest: [INSIDE, ofContest],
  ladder: [INSIDE, ofContest],
  entrants: [INSIDE, ofContest],
  entrant: [INSIDE, { params: { ...hidden, entrant: 1 } }],
  wins: [INSIDE, ofContest],
  starters: [INSIDE, ofContest],
  starter: [INSIDE, { params: { ...hidden, file: testCatalog.startersOf(GAME.id)[0].file } }],
  announcements: [INSIDE, ofContest],
  boards: [INSIDE, ofContest],
  board: [OWN, { params: { ...hidden, board: 999 } }],
  events: [INSIDE, ofContest],
  submit: [TAKING_PART, { ...ofContest, query: { file: 'AIA.cc' }, bytes: 'strength 1' }],
  submissions: [OWN, { ...ofContest, query: { entrant: 1 } }],
  submission: [OWN, ofSubmission],
  source: [READERS, ofSubmission],
  takeBack: [READERS, ofSubmission],
  challenge: [TAKING_PART, { ...ofContest, ...body({ against: [1] }) }],
  sendBoard: [[...TAKING_PART, ...OWNER], { ...ofContest, ...body({ name: 'mine', text: 'nonsense' }) }],
  matches: [INSIDE, ofContest],
  match: [OWN, ofMatch],
  replay: [OWN, ofMatch],
  sidecar: [OWN, ofMatch],
  makeContest: [['teacher', 'organiser'], body({ slug: 'new', title: 'New', game: GAME.id, boards: [BOARD] })],
  changeContest: [OWNER, { ...ofContest, ...body({ title: 'Changed' }) }],
  renewCode: [ASSISTANT, ofContest],
  setState: [OWNER, { ...ofContest, ...body({ state: 'open' as const }) }],
  copyContest: [ORGANISER, { ...ofContest, ...body({ slug: 'copied', title: 'Copied' }) }],
  // Another short name than its own: those who may ask get another refusal.
  deleteContest: [OWNER, { ...ofContest, ...body({ slug: 'other' }) }],
  archiveContest: [OWNER, { ...ofContest, ...body({ archived: false }) }],
  removeAnnouncement: [ASSISTANT, { params: { ...hidden, announcement: 9999 } }],
  staff: [OBSERVER, ofContest],
  // No one has this name: those who may ask get another refusal.
  addStaff: [OWNER, { ...ofContest, ...body({ name: 'No One', role: 'observer' as const }) }],
  changeStaff: [OWNER, { params: { ...hidden, person: 9999 }, ...body({ role: 'observer' as const }) }],
  removeStaff: [OWNER, { params: { ...hidden, person: 9999 } }],
  announce: [ASSISTANT, { ...ofContest, ...body({ text: 'hear' }) }],
  rosterRows: [ASSISTANT, ofContest],
  // Without writing: where there is a roster, all who join wait.
  roster: [ASSISTANT, { ...ofContest, ...body({ csv: 'id,name\n1,Someone\n', preview: true }) }],
  addRow: [ASSISTANT, { params: { contest: 'listed' }, ...body({ id: '7', name: 'Someone', group: null }) }],
  correctRow: [ASSISTANT, { ...ofContest, ...body({ row: '999', to: { id: '999', name: 'Someone', group: null } }) }],
  removeRows: [ASSISTANT, { ...ofContest, ...body({ rows: ['999'] }) }],
  renewRows: [ASSISTANT, { ...ofContest, ...body({ rows: ['999'] }) }],
  tieRows: [ASSISTANT, { ...ofContest, ...body({ ties: [{ row: '999', person: 1 }] }) }],
  untieRow: [ASSISTANT, { ...ofContest, ...body({ row: '999' }) }],
  openCode: [[], body({ code: 'aaaaa-aaaaa' })],
  team: [TAKING_PART, ofContest],
  // This contest has no teams: those who may ask get another refusal.
  joinTeam: [INSIDE, { ...ofContest, ...body({ code: 'aaaaa-aaaaa' }) }],
  leaveTeam: [[], { ...ofContest, ...body({ entrant: 999 }) }],
  nameTeam: [INSIDE, { ...ofContest, ...body({ name: 'The A team' }) }],
  renewTeamCode: [INSIDE, ofContest],
  moveMember: [ASSISTANT, { params: { ...hidden, person: 9999 }, ...body({ to: null }) }],
  extend: [ASSISTANT, { params: { ...hidden, entrant: 1 }, ...body({ group: 'a' }) }],
  decideBoard: [OWNER, { params: { ...hidden, board: 999 }, ...body({ state: 'in' as const }) }],
  rerunSubmission: [ASSISTANT, ofSubmission],
  rerunMatch: [ASSISTANT, ofMatch],
  export: [OWNER, ofContest],
  backup: [ORGANISER, {}],
  people: [ORGANISER, {}],
  accessLink: [ORGANISER, { params: { id: 2 } }],
  setRole: [ORGANISER, { params: { id: 9999 }, ...body({ role: 'organiser' as const }) }],
  mergePeople: [ORGANISER, { params: { id: 9999 }, ...body({ other: 9998 }) }],
  deletePerson: [ORGANISER, { params: { id: 9999 } }],
  workers: [ORGANISER, {}],
  workerTokens: [ORGANISER, {}],
  makeWorkerToken: [ORGANISER, body({ name: 'another' })],
  revokeWorkerToken: [ORGANISER, { params: { id: 9999 } }],
  quarantine: [ORGANISER, {}],
  release: [ORGANISER, { params: { module: '0'.repeat(64) } }],
  audit: [ORGANISER, {}],
  contestAudit: [OBSERVER, ofContest],
  metrics: [ORGANISER, {}],
  rounds: [INSIDE, ofContest],
  round: [INSIDE, ofRound],
  forecastRound: [OWNER, { ...ofContest, query: { format: JSON.stringify(ROUND.format) } }],
  announceRound: [OWNER, { ...ofContest, ...body(ROUND) }],
  changeRound: [OWNER, { ...ofRound, ...body({ what: 'publish' as const }) }],
  reveal: [OBSERVER, ofRound],
  exportRound: [OBSERVER, ofRound],
  marks: [OBSERVER, { ...ofContest, query: { rounds: '999' } }],
  similar: [OWNER, ofContest],
  compare: [OWNER, ofContest],
  similarReport: [OWNER, ofContest],
  similarPairs: [OWNER, ofContest],
  addCollection: [OWNER, { ...ofContest, ...body({ kind: 'earlier' as const, label: '2024' }) }],
  addSources: [
    OWNER,
    {
      params: { ...hidden, collection: 999 },
      ...body({ sources: [{ name: 'a', version: '', file: 'a.cc', text: 'int a;' }] }),
    },
  ],
  removeCollection: [OWNER, { params: { ...hidden, collection: 999 } }],
  premiere: [INSIDE, ofContest],
  callWinner: [INSIDE, { ...ofContest, ...body({ premiere: 999, side: 0, caller: 'a'.repeat(22) }) }],
  removeCaller: [ASSISTANT, { params: { ...hidden, caller: 999 } }],
  takeWork: [WORKER, body({ worker: 'w', engine: 'older', want: 1 })],
  heartbeat: [WORKER, body(HELD)],
  giveBack: [WORKER, body(HELD)],
  result: [
    WORKER,
    body({ worker: 'w', epoch: 'x', engine: 'x', lease: LEASE, outcome: { kind: 'void' as const, why: 'x' } }),
  ],
  module: [WORKER, { params: { module: '0'.repeat(64) } }],
};
/** Asked with a number that does not exist, it is not there for those who may ask, either. */
const NOT_THERE: readonly RouteId[] = [
  'round',
  'changeRound',
  'reveal',
  'exportRound',
  'marks',
  'similarReport',
  'similarPairs',
  'addSources',
  'removeCollection',
  'callWinner',
  'removeCaller',
  'removeAnnouncement',
  'changeStaff',
  'removeStaff',
  'board',
  'decideBoard',
  'setRole',
  'mergePeople',
  'deletePerson',
  'revokeWorkerToken',
  'release',
  'module',
  'correctRow',
  'removeRows',
  'renewRows',
  'tieRows',
  'untieRow',
  'revokeToken',
  'forgetPasskey',
  'openLink',
  'useLink',
  'removePlatform',
  'courseRoster',
  'courseMarks',
  'leaveTeam',
  'moveMember',
];
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
  test.each(ids.filter((id) => !['signIn', 'signOut', 'join'].includes(id)))('%s', async (id) => {
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
      if (role !== 'organiser') expect(text).not.toContain('Cyd');
      if (role !== 'author') expect(text).not.toContain('ONLYMINE');
      const ancestors = FRAMED.includes(id) ? "(?:'none'|\\*)" : "'none'";
      expect(response.headers.get('content-security-policy')).toMatch(
        new RegExp(`default-src '(?:none|self)'.*frame-ancestors ${ancestors}`),
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('no other address answers anything', async () => {
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

  test('a page of another site can do nothing in someone’s name', async () => {
    const { browser } = who.author;
    const call = { body: { name: 'stolen' } };
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.url.replace('127.0.0.1', 'localhost') },
    ])
      expect((await browser.ask('makeToken', call, headers)).status).toBe(403);
    // A form of another site: no JSON, and no origin in old browsers.
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

  test('a token changes what its scopes say, and nothing else', async () => {
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
    // One organiser's token for each scope; another person's browser with it tries everything.
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

  test('a token that is not for organising sees what its person sees without an organiser’s rights', async () => {
    const organiser = who.organiser.browser;
    const { secret } = await organiser.get('makeToken', { body: { name: 'reads', scopes: ['read'] } });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await new Browser(server.url).ask('source', ofSubmission, headers)).status).toBe(403);
    expect((await new Browser(server.url).ask('metrics', {}, headers)).status).toBe(200);
    const entrant = await who.author.browser.ask('makeToken', { body: { name: 'more', scopes: ['organise'] } });
    expect([entrant.status, await entrant.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'not-allowed/organisers' }),
    ]);
    secrets.push(secret);
  });

  test('nothing secret is in the log', () => {
    const all = logged.join('');
    expect(logged.length).toBeGreaterThan(100);
    for (const secret of [...secrets, 'TOPSECRET', '127.0.0.1:'])
      expect(all.replace(/Server listening at \S+/, '')).not.toContain(secret);
  });
});
