import type { ColumnType, Generated } from 'kysely';
import type { ProblemValues } from '../../api/problems.ts';
import type { Language, LiveVersion, MatchKind, MatchState, Seated, SubmissionState } from '../../words.ts';
import type { StepCode } from '../step-messages.ts';
import type { Json, Time } from './columns.ts';

/** Submissions, their matches, and the workers that play them. */
export interface MatchTables {
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
    /** The message's code, and the values of its placeholders; null if a compiler wrote it. */
    code: StepCode | null;
    data: ColumnType<ProblemValues | null, string | null, string | null>;
  };
  modules: { hash: string; bytes: Uint8Array; created: Time };
  quarantine: { module: string; at: Time; why: string };
  suspicions: { module: string; match: number; why: string };
  refused_attempts: { entrant: number; at: Time };
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
    /** Its number among the rated matches. */
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
  tables: { contest: number; batch: number; at: Time; rows: Json<readonly TableRow[]> };
}

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
