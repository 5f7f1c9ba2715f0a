import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | undefined, Date>;
/** Written as text and read as an object. */
export type Json<T> = ColumnType<T, string, string>;
