import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | undefined, Date>;
/** Goes in as text and comes out read. */
export type Json<T> = ColumnType<T, string, string>;
