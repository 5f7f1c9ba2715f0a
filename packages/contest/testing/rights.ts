import type { CallOf, RouteId } from '../api/routes.ts';
import { PASSWORD } from './contest.ts';
import { BOARD, GAME, testCatalog } from './test-catalog.ts';

/**
 * The table of rights: the roles that may call each route. All calls are about Ada's data in a contest that only its
 * people may see. If a route has no line, the compiler reports this.
 */
export const ROLES = [
  'stranger',
  'outsider',
  'teacher',
  /** An owner of another contest. */
  'other owner',
  'worker',
  'rival',
  'author',
  'observer',
  'assistant',
  'owner',
  'organiser',
] as const;
export type Role = (typeof ROLES)[number];

const ALL: readonly Role[] = ROLES;
const OBSERVER: readonly Role[] = ['observer', 'assistant', 'owner', 'organiser'];
export const ASSISTANT: readonly Role[] = ['assistant', 'owner', 'organiser'];
const OWNER: readonly Role[] = ['owner', 'organiser'];
const ORGANISER: readonly Role[] = ['organiser'];
const TAKING_PART: readonly Role[] = ['rival', 'author'];
const INSIDE: readonly Role[] = [...TAKING_PART, ...OBSERVER];
const PEOPLE: readonly Role[] = ['outsider', 'teacher', 'other owner', ...INSIDE];
/** The author of the data, and the roles that may see that it exists. */
const OWN: readonly Role[] = ['author', ...OBSERVER];
/** The author of a source, and the roles that may read the source. */
export const READERS: readonly Role[] = ['author', ...OWNER];
const WORKER: readonly Role[] = ['worker'];

const hidden = { contest: 'hidden' };
export const ofContest = { params: hidden };
export const ofSubmission = { params: { ...hidden, submission: 1 } };
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

export const RIGHTS: { readonly [Id in RouteId]: readonly [readonly Role[], CallOf<Id>] } = {
  me: [ALL, {}],
  signIn: [ALL, body({ name: 'Ada', password: PASSWORD })],
  signOut: [ALL, {}],
  join: [PEOPLE, body({ code: 'CODE' })],
  openLink: [[], body({ token: 'll_none' })],
  useLink: [[], body({ token: 'll_none', password: PASSWORD })],
  endSessions: [PEOPLE, {}],
  changeMe: [PEOPLE, body({ locale: 'ca' as const })],
  exportMe: [PEOPLE, {}],
  // No person here has this name, so authorised callers are refused for a different reason than all other callers.
  deleteMe: [PEOPLE, body({ name: 'No One', password: PASSWORD })],
  tokens: [PEOPLE, {}],
  makeToken: [PEOPLE, body({ name: 'mine' })],
  revokeToken: [[], { params: { id: 1 } }],
  passkeys: [PEOPLE, {}],
  // Passkeys aren't possible with an IP address or without encryption, as in these tests.
  offerPasskey: [[], {}],
  makePasskey: [[], body({ name: 'mine', response: KEY(SAID) })],
  forgetPasskey: [[], { params: { id: 9999 } }],
  askPasskey: [[], {}],
  usePasskey: [[], body({ response: KEY({ ...SAID, authenticatorData: 'AAAA', signature: 'AAAA' }) })],
  signInWays: [ALL, {}],
  // This server has no issuer.
  beginSignIn: [[], { params: { issuer: 'none' } }],
  linkSignIn: [[], { params: { issuer: 'none' } }],
  endSignIn: [[], { params: { issuer: 'none' } }],
  linkedSignIns: [PEOPLE, {}],
  unlinkSignIn: [[], body({ issuer: 'https://none.example', subject: 'none' })],
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
  changeCourse: [OWNER, { params: { ...hidden, course: 999 }, ...body({ teachers: true }) }],
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
  // This isn't the contest's short name, so authorised callers are refused for a different reason than all other
  // callers.
  deleteContest: [OWNER, { ...ofContest, ...body({ slug: 'other' }) }],
  archiveContest: [OWNER, { ...ofContest, ...body({ archived: false }) }],
  removeAnnouncement: [ASSISTANT, { params: { ...hidden, announcement: 9999 } }],
  staff: [OBSERVER, ofContest],
  // No person has this name, so authorised callers are refused for a different reason than all other callers.
  addStaff: [OWNER, { ...ofContest, ...body({ name: 'No One', role: 'observer' as const }) }],
  inviteStaff: [OWNER, { ...ofContest, ...body({ role: 'observer' as const }) }],
  invitations: [OWNER, ofContest],
  withdrawInvitation: [OWNER, { params: { ...hidden, invitation: '0'.repeat(64) } }],
  changeStaff: [OWNER, { params: { ...hidden, person: 9999 }, ...body({ role: 'observer' as const }) }],
  removeStaff: [OWNER, { params: { ...hidden, person: 9999 } }],
  announce: [ASSISTANT, { ...ofContest, ...body({ text: 'hear' }) }],
  rosterRows: [ASSISTANT, ofContest],
  // Preview only, because with a stored roster, everyone who joins would wait for approval.
  roster: [ASSISTANT, { ...ofContest, ...body({ csv: 'id,name\n1,Someone\n', preview: true }) }],
  addRow: [ASSISTANT, { params: { contest: 'listed' }, ...body({ id: '7', name: 'Someone', group: null }) }],
  correctRow: [ASSISTANT, { ...ofContest, ...body({ row: '999', to: { id: '999', name: 'Someone', group: null } }) }],
  removeRows: [ASSISTANT, { ...ofContest, ...body({ rows: ['999'] }) }],
  renewRows: [ASSISTANT, { ...ofContest, ...body({ rows: ['999'] }) }],
  tieRows: [ASSISTANT, { ...ofContest, ...body({ ties: [{ row: '999', person: 1 }] }) }],
  untieRow: [ASSISTANT, { ...ofContest, ...body({ row: '999' }) }],
  openCode: [[], body({ code: 'aaaaa-aaaaa' })],
  team: [TAKING_PART, ofContest],
  // This contest has no teams, so authorised callers are refused for a different reason than all other callers.
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
  endAccess: [ORGANISER, { params: { id: 9999 } }],
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
/** Routes called with an unknown number, which return 404 even to authorised callers. */
export const NOT_THERE: readonly RouteId[] = [
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
  'withdrawInvitation',
  'board',
  'decideBoard',
  'endAccess',
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
  'changeCourse',
  'courseMarks',
  'leaveTeam',
  'moveMember',
];
