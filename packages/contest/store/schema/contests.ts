import type { ColumnType, Generated } from 'kysely';
import type { ContestForm } from '../../api/contest.ts';
import type { ContestRole } from '../../api/roles.ts';
import type { RoundForm } from '../../api/rounds.ts';
import type { Withdrawal } from '../../rounds/state.ts';
import type { FrozenEntrant, RoundTerms } from '../../rounds/terms.ts';
import type { Json, Time } from './columns.ts';

/** Contests, their participants, and their finals. */
export interface ContestTables {
  contests: {
    id: Generated<number>;
    slug: string;
    form: Json<ContestForm>;
    code: string;
    /**
     * 256 bits from which all random numbers of the contest are derived. No one sees the secret before the contest's
     * end.
     */
    secret: string;
    state: 'planned' | 'open' | 'frozen' | 'closed';
    created: Time;
    /**
     * The number that was assigned last, by kind. A transaction that takes a number locks the row, so that numbers are
     * assigned in the order of commits.
     */
    entrants: Generated<number>;
    submissions: Generated<number>;
    matches: Generated<number>;
    events: Generated<number>;
    /** Counts only rated matches, so that the numbers of rated matches don't depend on unrated matches. */
    rated: Generated<number>;
    /**
     * The time at which the contest was archived. An archived contest isn't listed on the front page, and can't be
     * changed.
     */
    archived: Date | null;
    /** The last batch to draw; null: no limit. */
    until: number | null;
    /** Changes when results that may have been read change (queue/results.ts). */
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
    /** The figures of a submitted board; null: it hasn't been tested, or is built in. */
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
    /** The entrant's own deadline. */
    closes: Date | null;
    /** The code with which others join the team; null: none. */
    code: string | null;
    /** The entrant's team on the roster. */
    team_name: string | null;
    /** The name that the members have chosen for the team, and the name's look. */
    chosen_name: string | null;
    chosen_look: string | null;
  };
  /**
   * `contest`: the entrant's contest, which the database fills in. `slot`: from 1, unique among an entrant's members.
   */
  members: { entrant: number; person: number; contest: Generated<number>; joined: Time; slot: Generated<number> };
  former_members: {
    id: Generated<number>;
    contest: number;
    entrant: number | null;
    person: number;
    joined: Date;
    ended: Time;
  };
  /** The staff of contests. Organisers have all rights without a row in this table. */
  staff: { contest: number; person: number; role: ContestRole; since: Time };
  roster: {
    contest: number;
    /** The person's id on the learning platform. */
    roster_id: string;
    folded: string;
    name: string;
    group_name: string | null;
    team_name: string | null;
    /** The row's person. */
    person: number | null;
    /** The code that links someone to this row. The database creates it; null once the row is linked to a person. */
    code: Generated<string | null>;
    /** The issuer, and the person's id at the issuer; null: unknown. */
    issuer: string | null;
    subject: string | null;
  };
  rounds: {
    id: Generated<number>;
    contest: number;
    number: number;
    state: 'announced' | 'playing' | 'played' | 'published' | 'cancelled';
    form: Json<RoundForm>;
    /** The terms that were published with the commitment, but with the engine of the server that froze the round. */
    terms: Json<RoundTerms>;
    /** 256 bits that no one sees before the round is published. */
    secret: string;
    commitment: string;
    deadline: Date;
    late_until: Date | null;
    /** The participants in the order of the list, once the round is frozen. */
    entrants: ColumnType<FrozenEntrant[] | null, string | null, string | null>;
    frozen: string | null;
    /**
     * The time when the round was frozen. The people who were members then get the entrant's mark. Null: an earlier
     * release froze the round.
     */
    frozen_at: Date | null;
    withdrawn: ColumnType<Withdrawal[], string | undefined, string>;
    /** The annulled matches, by their numbers in the round. */
    annulled: ColumnType<number[], string | undefined, string>;
    created: Time;
    ended: Date | null;
    /** The export without modules, gzipped; created at the first request after publication. */
    export: Uint8Array | null;
  };
  announcements: { id: Generated<number>; contest: number; at: Time; text: string };
  /** `contest`: the entry's contest; null: none, deleted, or written by an earlier release. */
  audit: {
    id: Generated<number>;
    at: Time;
    person: number | null;
    what: string;
    about: string;
    contest: number | null;
    /** The affected roster rows; null: there are none, or someone’s data was deleted. */
    roster_rows: ColumnType<readonly AuditRow[] | null, string | undefined, string | null>;
  };
  events: { contest: number; id: number; at: Time; kind: string; entrant: number | null; data: Json<unknown> };
}

/** A roster row in the log, with its id and name at that time. `person`: the row's person. */
export interface AuditRow {
  readonly id: string;
  readonly name: string;
  readonly person: number | null;
}
