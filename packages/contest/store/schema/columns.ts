import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | undefined, Date>;
/** A JSON column, which is written as text and read as an object. */
export type Json<T> = ColumnType<T, string, string>;
