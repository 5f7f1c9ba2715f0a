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

/** The tables, as migrations/ makes them. All times are the database's. */
export interface Tables extends PeopleTables, CourseTables, ContestTables, MatchTables, ShowTables, ComparisonTables {
  meta: { key: string; value: string };
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
}

export type Database = Kysely<Tables>;
/** A transaction's handle: everything inside a transaction uses it, and nothing else. */
export type Tx = Transaction<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
