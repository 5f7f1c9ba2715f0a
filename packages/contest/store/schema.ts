import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { ContestForm } from '../api/contest.ts';
import type { ProblemValues } from '../api/problems.ts';
import type { ContestRole } from '../api/roles.ts';
import type { RoundForm } from '../api/rounds.ts';
import type { Scope } from '../api/route.ts';
import type { Summary } from '../plagiarism/isolated/order.ts';
import type { PremiereHistory } from '../premieres/history.ts';
import type { Withdrawal } from '../rounds/state.ts';
import type { FrozenEntrant, RoundTerms } from '../rounds/terms.ts';
import type { Language, LiveVersion, MatchKind, MatchState, Seated, SubmissionState } from '../words.ts';
import type { StepCode } from './step-messages.ts';

/** The tables, as migrations/ makes them. All times are the database's. */
export interface Tables {
  meta: { key: string; value: string };
  people: {
    id: Generated<number>;
    /** As it is shown. */
    name: string;
    /** The normalised form: people can't tell equal names apart. */
    folded: string;
    /** The look of the name (looks.ts). Null: removed, or older than the looks with the same look as another. */
    look: Generated<string | null>;
    role: 'organiser' | 'entrant';
    /** May make contests, as organisers may anyway. */
    makes_contests: Generated<boolean>;
    password: string | null;
    locale: 'en' | 'ca' | 'es' | null;
    created: Time;
    seen: Date | null;
    failures: Generated<number>;
    locked: Date | null;
    /** Of earlier releases: `roster.person` says whose row it is. */
    roster_id: string | null;
    removed: Generated<boolean>;
  };
  sessions: { hash: string; person: number; created: Time; expires: Date };
  /** Public halves of keys that people sign in with. */
  passkeys: {
    id: Generated<number>;
    person: number;
    /** As browsers name it, in base64url. */
    credential: string;
    public_key: Uint8Array;
    counter: ColumnType<string | number, number, number>;
    name: string;
    created: Time;
    used: Date | null;
  };
  /** People by their names at an issuer of OpenID Connect. */
  identities: {
    issuer: string;
    subject: string;
    person: number;
    /** The id on rosters that it vouches for, and the group. */
    roster_id: string | null;
    roster_group: Generated<string | null>;
    created: Time;
    used: Date | null;
  };
  /** The server's own keys for learning platforms; the newest signs. */
  lti_keys: { kid: string; private: Json<JsonWebKey>; created: Time };
  lti_platforms: {
    id: Generated<number>;
    name: string;
    issuer: string;
    client_id: string;
    deployments: Json<readonly string[]>;
    auth_url: string;
    token_url: string;
    jwks_url: string;
    /** The audience of requests for tokens; null: the address of tokens. */
    audience: string | null;
    /** Its people's number or address that is an id on rosters. */
    roster_claim: 'none' | 'sourcedid' | 'email';
    /** Its teachers may make contests here. The column's name is of an earlier release. */
    organisers: boolean;
    created: Time;
  };
  /** A contest's place in a course, by the platform's name for it. */
  lti_courses: {
    id: Generated<number>;
    platform: number;
    deployment: string;
    link: string;
    contest: number;
    title: string;
    members_url: string | null;
    line_items_url: string | null;
    line_item_url: string | null;
    scopes: Json<readonly string[]>;
    used: Time;
    /** Its teachers become assistants of the contest. */
    teachers: Generated<boolean>;
  };
  /** The newest mark that the platform has taken, and the time by which it is the newest. */
  lti_scores: { course: number; subject: string; mark: number; most: number; sent: Date };
  lti_nonces: { nonce: string; expires: Date };
  /** Secrets that are good once: of a launch on its way to a new tab, and of links for registering. */
  lti_tickets: { hash: string; purpose: 'launch' | 'register'; data: Json<unknown>; expires: Date };
  links: { hash: string; purpose: 'organiser' | 'access'; person: number | null; expires: Date; used: Date | null };
  /** Links by which people get a role in a contest. They end when they are used. */
  invitations: { hash: string; contest: number; role: ContestRole; inviter: number; expires: Date };
  tokens: {
    id: Generated<number>;
    hash: string;
    kind: 'personal' | 'worker';
    person: number | null;
    name: string;
    /** The scopes of a personal token. */
    scopes: ColumnType<readonly Scope[], string | undefined, string>;
    /** The server's own worker has it. */
    own: Generated<boolean>;
    created: Time;
    used: Date | null;
    revoked: Date | null;
    set_aside: string | null;
  };
  contests: {
    id: Generated<number>;
    slug: string;
    form: Json<ContestForm>;
    code: string;
    /** 256 bits: what all chance of the contest comes from. No one sees it before the end. */
    secret: string;
    state: 'planned' | 'open' | 'frozen' | 'closed';
    created: Time;
    /** The last numbers given out. A transaction that takes one locks the row, so that they are given out in the order of commits. */
    entrants: Generated<number>;
    submissions: Generated<number>;
    matches: Generated<number>;
    events: Generated<number>;
    /** Rated matches count for themselves: their numbers do not depend on what else is played meanwhile. */
    rated: Generated<number>;
    /** Since when it is off the front page, and no one changes it. */
    archived: Date | null;
    /** No batch after this one is drawn. */
    until: number | null;
    /** Another one when results that were read already have changed (queue/results.ts). */
    revised: Generated<number>;
  };
  boards: {
    id: Generated<number>;
    contest: number;
    name: string;
    text: string;
    seats: number;
    state: 'in' | 'sent' | 'refused';
    entrant: number | null;
    /** Of one that was sent in, once it was tried. */
    report: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  };
  entrants: {
    id: Generated<number>;
    contest: number;
    number: number;
    name: string;
    group_name: string | null;
    approved: Generated<boolean>;
    joined: Time;
    /** Its own end of the contest. */
    closes: Date | null;
    /** With it others join the team; null: there is none. */
    code: string | null;
    /** The team of the roster that it is. */
    team_name: string | null;
    /** The name that its members have chosen, and its look. */
    chosen_name: string | null;
    chosen_look: string | null;
  };
  /** The contest is the entrant's; the database fills it in. `slot`: from 1, each of an entrant's members has another one. */
  members: { entrant: number; person: number; contest: Generated<number>; joined: Time; slot: Generated<number> };
  former_members: {
    id: Generated<number>;
    contest: number;
    entrant: number | null;
    person: number;
    joined: Date;
    ended: Time;
  };
  /** People who help to run a contest. Organisers need no row: they may do everything. */
  staff: { contest: number; person: number; role: ContestRole; since: Time };
  roster: {
    contest: number;
    /** The learning platform's. */
    roster_id: string;
    folded: string;
    name: string;
    group_name: string | null;
    team_name: string | null;
    /** Whose row it is. */
    person: number | null;
    /** With it someone becomes this row. The database makes it; null once the row has its person. */
    code: Generated<string | null>;
    /** By which issuer's name its person comes; null: none is known. */
    issuer: string | null;
    subject: string | null;
  };
  submissions: {
    id: Generated<number>;
    contest: number;
    number: number;
    entrant: number;
    /** Its sender; null: an earlier release did not say it, or the person was deleted. */
    person: number | null;
    file: string;
    language: Language;
    source: Uint8Array | null;
    size: number;
    sha256: string;
    module: string | null;
    state: SubmissionState;
    why: string | null;
    received: Time;
    /** Since when it is in its state, who works on it, and until when something has to have happened. */
    since: Time;
    owner: string | null;
    deadline: Date | null;
    attempts: Generated<number>;
    taken_back: Date | null;
    /** The first batch at whose start it was live. */
    live_since: number | null;
    entered: Date | null;
  };
  steps: {
    id: Generated<number>;
    submission: number;
    at: Time;
    state: SubmissionState;
    text: string;
    match: number | null;
    /** The code of the sentence, and the values in its places; null if it is the compiler's. */
    code: StepCode | null;
    data: ColumnType<ProblemValues | null, string | null, string | null>;
  };
  modules: { hash: string; bytes: Uint8Array; created: Time };
  quarantine: { module: string; at: Time; why: string };
  suspicions: { module: string; match: number; why: string };
  batches: {
    contest: number;
    number: number;
    live: Json<readonly LiveVersion[]>;
    drawn: Time;
    finished: Date | null;
  };
  matches: {
    id: Generated<number>;
    contest: number;
    number: number;
    kind: MatchKind;
    state: MatchState;
    /** Smaller comes first. */
    priority: number;
    batch: number | null;
    /** Its number among the rated ones. */
    rated: number | null;
    /** Whose check or qualification it is; the match that it helps to understand. */
    submission: number | null;
    of: number | null;
    /** Of which round it is a match, and its number in it. */
    round: number | null;
    in_round: number | null;
    board: string;
    seed: string;
    key: string;
    seats: Json<readonly Seated[]>;
    seconds: number;
    created: Time;
    /** The lease. */
    lease: Generated<number>;
    worker: string | null;
    /** Whose lease it is; while it waits, under which token it has failed, which is passed over until the deadline. */
    token: number | null;
    /** Since when it is held. */
    leased: Date | null;
    deadline: Date | null;
    engine: string | null;
    input: string | null;
    losses: Generated<number>;
    /** The token whose worker has said last that it cannot be played. */
    refused_by: number | null;
    /** Only the server's own worker may play it. */
    own_only: Generated<boolean>;
    /** It waits for another worker's answer to compare it with the first one's. */
    compare: Generated<boolean>;
    /** The result. */
    finished: Date | null;
    result: Json<StoredResult> | null;
    result_hash: string | null;
    /** The worker that played it; the hash of its answer. */
    why: string | null;
  };
  /** Workers' answers about a match, kept while they are compared and for a while after. */
  answers: { match: number; lease: number; token: number; worker: string; result_hash: string; at: Time };
  replays: { match: number; replay: Uint8Array; sidecar: Uint8Array; size: number };
  workers: {
    worker: string;
    token: number;
    engine: string;
    first: Time;
    seen: Date;
    played: Generated<number>;
    why: string | null;
  };
  rounds: {
    id: Generated<number>;
    contest: number;
    number: number;
    state: 'announced' | 'playing' | 'played' | 'published' | 'cancelled';
    form: Json<RoundForm>;
    /** The data published with the commitment; the engine is that of the server that froze it. */
    terms: Json<RoundTerms>;
    /** 256 bits that no one sees before the round is published. */
    secret: string;
    commitment: string;
    deadline: Date;
    late_until: Date | null;
    /** In the order of the list, once it is frozen. */
    entrants: ColumnType<FrozenEntrant[] | null, string | null, string | null>;
    frozen: string | null;
    /** The members at this time get the entrant's mark; null: an earlier release froze it. */
    frozen_at: Date | null;
    withdrawn: ColumnType<Withdrawal[], string | undefined, string>;
    /** Numbers in the round. */
    annulled: ColumnType<number[], string | undefined, string>;
    created: Time;
    ended: Date | null;
    /** The export without modules, gzipped; made when it is first asked for after the round was published. */
    export: Uint8Array | null;
  };
  tables: { contest: number; batch: number; at: Time; rows: Json<readonly TableRow[]> };
  events: { contest: number; id: number; at: Time; kind: string; entrant: number | null; data: Json<unknown> };
  /** Matches that are shown to all spectators at one moment (premieres/rules.ts). */
  premieres: {
    id: Generated<number>;
    contest: number;
    number: number;
    match: number;
    /** Its result was public before it was chosen. */
    known: boolean;
    history: Json<PremiereHistory>;
    opened: Time;
    /** Null until the match is played. */
    starts: Date | null;
    ends: Date | null;
    /** The calls have been counted. */
    settled: Generated<boolean>;
  };
  /** Browsers that call winners; no one knows whose they are. */
  callers: {
    id: Generated<number>;
    contest: number;
    /** The hash of what the browser keeps. */
    secret: string;
    name: string | null;
    look: string | null;
    points: Generated<number>;
    calls: Generated<number>;
    hits: Generated<number>;
    seen: Time;
  };
  calls: { premiere: number; caller: number; side: number };
  /** The newest comparison of a contest's submissions; a page and a table of pairs, gzipped. */
  comparisons: {
    contest: number;
    state: 'waiting' | 'running' | 'done' | 'failed';
    /** The server that makes it. */
    owner: string | null;
    asked: Time;
    /** 0 … 1 */
    done: Generated<number>;
    ended: Date | null;
    why: string | null;
    summary: ColumnType<Summary | null, string | null | undefined, string | null>;
    page: Uint8Array | null;
    csv: Uint8Array | null;
    /** Rows of the other contests whose sources it compares with. */
    others: Generated<number[]>;
    /** The same of the result that is here; null: unknown. */
    shown_others: number[] | null;
  };
  /** Additional sources for comparing a contest's submissions: another contest of this server, or files that an organiser added. */
  collections: {
    id: Generated<number>;
    contest: number;
    kind: 'earlier' | 'template';
    /** The year, in the organiser's words. */
    label: string;
    other: number | null;
    added: Time;
    /** When it is deleted. */
    goes: Date | null;
  };
  collected: { id: Generated<number>; collection: number; name: string; version: string; file: string; text: string };
  /** Those that are there (server/presence.ts). */
  servers: {
    id: string;
    /** How many changes of the tables it knows (migrate.ts). */
    level: number;
    engine: string;
    since: Time;
    seen: Time;
    /** Pages that it tells what happens, and how many of them are of each network. */
    watchers: Generated<number>;
    networks: ColumnType<Record<string, number>, string | undefined, string>;
  };
  throttles: { key: string; failures: Generated<number>; until: Date; last: Time };
  refused_attempts: { entrant: number; at: Time };
  announcements: { id: Generated<number>; contest: number; at: Time; text: string };
  /** `contest`: the one that it belongs to; null: none, it is gone, or an earlier release wrote it. */
  audit: {
    id: Generated<number>;
    at: Time;
    person: number | null;
    what: string;
    about: string;
    contest: number | null;
    /** The rows of the roster that it is about; null: none, or someone’s data was deleted. */
    roster_rows: ColumnType<readonly AuditRow[] | null, string | undefined, string | null>;
  };
}

type Time = ColumnType<Date, Date | undefined, Date>;
/** Goes in as text and comes out read. */
type Json<T> = ColumnType<T, string, string>;

/** A result, without the replay. By seat. */
export interface StoredResult {
  readonly scores: readonly number[];
  readonly places: readonly number[];
  readonly rounds: number;
  readonly reason: string;
  readonly verdicts: readonly { seat: number; round: number; fault: string; sentence: string }[];
  readonly used: readonly number[];
}

/** A row of a table; names are put in when it is shown. */
export interface TableRow {
  readonly place: number;
  readonly entrant: number;
  readonly version: number;
  readonly rating: number;
  readonly plusMinus?: number;
  readonly games: number;
  readonly wins: number;
}

/** A row of a roster in the log, by its id and name at the time. `person`: whose it was. */
export interface AuditRow {
  readonly id: string;
  readonly name: string;
  readonly person: number | null;
}

export type Database = Kysely<Tables>;
/** A transaction's handle: everything inside a transaction uses it, and nothing else. */
export type Tx = Transaction<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
