import { sql } from 'kysely';
import { sha256 } from '../queue/chance.ts';
import type { Store } from '../store/open.ts';
import { type Origin, placeOf } from './login-throttle.ts';

/**
 * Maximum number of wrong codes in quick succession, and seconds until another attempt is allowed. A whole class may
 * mistype codes behind one address; even so, 50 bits can't be guessed.
 */
export const FREE_CODES = 300;
const REFILL_SECONDS = 1;

/**
 * Maximum number of calls of winners in quick succession from one network. It is large because a lecture hall shares
 * one address. One more call is allowed each second.
 */
const FREE_CALLS = 600;

/**
 * Counts a call of a winner. If there were too many calls, doesn't count this call, and returns the time of the next
 * allowed call.
 */
export const beginCall = (store: Store, origin: Origin): Promise<Date | undefined> =>
  countTry(store, keyOf(origin, 'call'), FREE_CALLS);

/**
 * Counts a class code or personal code as wrong, on every server. If too many codes were wrong, doesn't count this
 * attempt, and returns the time of the next allowed attempt. An attempt counts before the code is checked, so parallel
 * attempts have no advantage.
 */
export const beginCode = (store: Store, origin: Origin): Promise<Date | undefined> =>
  countTry(store, keyOf(origin), FREE_CODES);

async function countTry(store: Store, key: string, free: number): Promise<Date | undefined> {
  const counted = await sql`
    insert into throttles (key, until) values (${key}, clock_timestamp() + make_interval(secs => ${REFILL_SECONDS}))
    on conflict (key) do update set last = clock_timestamp(),
      until = greatest(throttles.until, clock_timestamp()) + make_interval(secs => ${REFILL_SECONDS})
    where throttles.until < clock_timestamp() + make_interval(secs => ${(free - 1) * REFILL_SECONDS})
    returning 1`.execute(store.db);
  if (counted.rows.length > 0) return undefined;
  const { rows } = await sql<{ again: Date }>`
    select greatest(clock_timestamp(), until - make_interval(secs => ${(free - 1) * REFILL_SECONDS})) as again
    from throttles where key = ${key}`.execute(store.db);
  return rows[0]?.again ?? new Date();
}

/** Cancels a counted attempt, since the code was right. */
export async function rightCode(store: Store, origin: Origin): Promise<void> {
  await sql`update throttles set until = until - make_interval(secs => ${REFILL_SECONDS}) where key = ${keyOf(origin)}`.execute(
    store.db,
  );
}

const keyOf = (origin: Origin, what = 'code'): string => sha256(JSON.stringify([what, ...placeOf(origin)]));
