import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Time } from './schema/columns.ts';
import type { ComparisonTables } from './schema/comparisons.ts';
import type { ContestTables } from './schema/contests.ts';
import type { CourseTables } from './schema/courses.ts';
import type { MatchTables } from './schema/matches.ts';
import type { PeopleTables } from './schema/people.ts';
import type { ShowTables } from './schema/shows.ts';

export type { AuditRow } from './schema/contests.ts';
export type { StoredResult, TableRow } from './schema/matches.ts';

/** The tables that the changes in migrations/ create. All times are by the database's clock. */
export interface Tables extends PeopleTables, CourseTables, ContestTables, MatchTables, ShowTables, ComparisonTables {
  meta: { key: string; value: string };
  /** The running servers (server/presence.ts). */
  servers: {
    id: string;
    /** Number of table changes that the server supports (migrate.ts). */
    level: number;
    engine: string;
    since: Time;
    seen: Time;
    /** Number of pages that receive the server's events, in total and per network. */
    watchers: Generated<number>;
    networks: ColumnType<Record<string, number>, string | undefined, string>;
  };
}

export type Database = Kysely<Tables>;
/** A transaction's handle, which all code inside the transaction must use. */
export type Tx = Transaction<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
