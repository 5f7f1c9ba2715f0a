import type { ColumnType, Generated } from 'kysely';
import type { ProblemValues } from '../../api/problems.ts';
import type { Language, LiveVersion, MatchKind, MatchState, SeatInput, SubmissionState } from '../../words.ts';
import type { StepCode } from '../step-messages.ts';
import type { Json, Time } from './columns.ts';

/** Submissions, their matches, and their workers. */
export interface MatchTables {
  submissions: {
    id: Generated<number>;
    contest: number;
    number: number;
    entrant: number;
    /** The person who submitted the file; null: written by an earlier release, or the person was deleted. */
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
    /** The start of the current state, the server that works on the submission, and the deadline for the next step. */
    since: Time;
    owner: string | null;
    deadline: Date | null;
    attempts: Generated<number>;
    taken_back: Date | null;
    /** The first batch for which the submission was live. */
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
    /** The message's code, and the values of its placeholders; null if a compiler wrote the message. */
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
    /** The priority in the queue; lower values come first. */
    priority: number;
    batch: number | null;
    /** The match's number among the contest's rated matches. */
    rated: number | null;
    /** The submission that this match checks or qualifies, and the void match whose cause this match helps to find. */
    submission: number | null;
    of: number | null;
    /** The match's round, and the match's number in that round. */
    round: number | null;
    in_round: number | null;
    board: string;
    seed: string;
    key: string;
    seats: Json<readonly SeatInput[]>;
    seconds: number;
    created: Time;
    /** Number of leases so far. */
    lease: Generated<number>;
    worker: string | null;
    /**
     * The token of the lease. While the match waits: the token whose worker failed to play the match. Until the
     * deadline, workers with other tokens come first.
     */
    token: number | null;
    /** The start of the lease. */
    leased: Date | null;
    deadline: Date | null;
    engine: string | null;
    input: string | null;
    losses: Generated<number>;
    /** The token whose worker last reported that the match can't be played. */
    refused_by: number | null;
    /** Whether only the server's own worker may play the match. */
    own_only: Generated<boolean>;
    /** Whether the match waits for another worker's answer, which is compared with the first answer. */
    compare: Generated<boolean>;
    /** The time when the result was stored, and the result. */
    finished: Date | null;
    result: Json<StoredResult> | null;
    result_hash: string | null;
    /** The reason why the match is void, or why it last failed. */
    why: string | null;
  };
  /** Workers' answers about a match, to compare them, and to find the results that depend on a token. */
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

/** A result without the replay. Each list of numbers has one item per seat. */
export interface StoredResult {
  readonly scores: readonly number[];
  readonly places: readonly number[];
  readonly rounds: number;
  readonly reason: string;
  readonly verdicts: readonly { seat: number; round: number; fault: string; sentence: string }[];
  readonly used: readonly number[];
}

/** A row of a table; names are added for display. */
export interface TableRow {
  readonly place: number;
  readonly entrant: number;
  readonly version: number;
  readonly rating: number;
  readonly plusMinus?: number;
  readonly games: number;
  readonly wins: number;
}
