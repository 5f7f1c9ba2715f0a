import type { ColumnType, Generated } from 'kysely';
import type { ContestForm } from '../../api/contest.ts';
import type { ContestRole } from '../../api/roles.ts';
import type { RoundForm } from '../../api/rounds.ts';
import type { Withdrawal } from '../../rounds/state.ts';
import type { FrozenEntrant, RoundTerms } from '../../rounds/terms.ts';
import type { Json, Time } from './columns.ts';

/** Contests, who takes part in them, and their finals. */
export interface ContestTables {
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
  events: { contest: number; id: number; at: Time; kind: string; entrant: number | null; data: Json<unknown> };
}

/** A row of a roster in the log, by its id and name at the time. `person`: whose it was. */
export interface AuditRow {
  readonly id: string;
  readonly name: string;
  readonly person: number | null;
}
