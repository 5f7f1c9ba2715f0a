import { type RawBuilder, sql } from 'kysely';

/** The database's clock, the only clock used for deadlines, leases, and times of receipt. */
export const now: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** Returns the time `seconds` seconds from now. */
export const inSeconds = (seconds: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::double precision)`;
