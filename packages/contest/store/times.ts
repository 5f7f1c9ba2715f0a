import { type RawBuilder, sql } from 'kysely';

/** The database's clock is the only one that counts: deadlines, leases and what was received when. */
export const now: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** The time `seconds` seconds from now. */
export const inSeconds = (seconds: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::double precision)`;
