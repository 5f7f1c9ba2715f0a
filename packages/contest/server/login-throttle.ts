import { networkOf } from '@ludus/shell/network.ts';
import { sql } from 'kysely';
import { sha256 } from '../queue/chance.ts';
import type { Store } from '../store/open.ts';
import type { Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';

/** Number of consecutive wrong passwords that cause the first delay. */
const FREE = 5;
const FIRST_DELAY = 15;
const MAX_DELAY_SECONDS = 120;
/**
 * Maximum number of wrong passwords for an account in quick succession, from all addresses together, and milliseconds
 * until another attempt is allowed.
 */
const FROM_EVERYWHERE = 100;
const REFILL_MS = 10_000;
/** Returns the delay in seconds after this number of consecutive wrong passwords. */
export const delayAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(MAX_DELAY_SECONDS, FIRST_DELAY * 2 ** (failures - FREE));

/** The origin of a sign-in attempt: a browser that has been signed in to the account before, or an address. */
export type Origin = { readonly device: string } | { readonly address: string };

/**
 * Number of wrong passwords for an account, and the time (by the database's clock) from which the next attempt is
 * allowed.
 */
export interface FailedLogins {
  readonly failures: number;
  readonly until: number;
}

/**
 * Returns two counts after an attempt: the count of the attempt's origin, and the count of all origins together. The
 * second count is the time when the count of all origins returns to zero, or undefined for a known browser. If the
 * attempt is too early, returns the time of the next allowed attempt. Times are milliseconds since 1970.
 */
export function afterTry(
  now: number,
  own: FailedLogins,
  everywhere: number | undefined,
): { readonly wait: number } | { readonly own: FailedLogins; readonly everywhere: number | undefined } {
  if (own.until > now) return { wait: own.until };
  const full = everywhere === undefined ? undefined : Math.max(now, everywhere) + REFILL_MS;
  const wait = full === undefined ? 0 : full - now - FROM_EVERYWHERE * REFILL_MS;
  if (wait > 0) return { wait: now + wait };
  const failures = own.failures + 1;
  return { own: { failures, until: now + 1000 * delayAfter(failures) }, everywhere: full };
}

/**
 * Slows down password guessing, on every server. Wrong passwords are counted per account and origin, so attempts from
 * elsewhere don't lock the user out. Attacks from very many addresses are slowed down per account, except for browsers
 * that were signed in to the account before. An attempt counts before the password is checked, so parallel attempts
 * have no advantage. Attempts with an unknown name are counted like attempts with a known name.
 */
export class LoginThrottle {
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Counts an attempt as wrong. If the attempt is too early, doesn't count it, and returns the time of the next allowed
   * attempt.
   */
  async begin(account: string, origin: Origin): Promise<Date | undefined> {
    const [key, all] = keysOf(account, origin);
    return await this.store.transaction(async (tx) => {
      const keys = [key, all].sort();
      const { rows } = await sql<{ key: string; failures: number; until: Date; now: Date }>`
        insert into throttles (key, until) select key, clock_timestamp() from unnest(${keys}::text[]) keys (key)
        on conflict (key) do update set key = excluded.key
        returning key, failures, until, clock_timestamp() as now`.execute(tx);
      const row = (wanted: string) => rows.find((each) => each.key === wanted)!;
      const { failures, until, now } = row(key);
      const isKnown = 'device' in origin;
      const next = afterTry(
        now.getTime(),
        { failures, until: until.getTime() },
        isKnown ? undefined : row(all).until.getTime(),
      );
      if ('wait' in next) return new Date(next.wait);
      await this.put(tx, key, next.own.failures, next.own.until);
      if (next.everywhere !== undefined) await this.put(tx, all, 0, next.everywhere);
      return undefined;
    });
  }

  /** Cancels a counted attempt, since the password was right. */
  async right(account: string, origin: Origin): Promise<void> {
    const [key, all] = keysOf(account, origin);
    await this.store.db.deleteFrom('throttles').where('key', '=', key).execute();
    if (!('device' in origin))
      await sql`update throttles set until = until - make_interval(secs => ${REFILL_MS / 1000}) where key = ${all}`.execute(
        this.store.db,
      );
  }

  /**
   * Returns the time until which each of these accounts rejects unknown origins. Accounts that aren't locked are left
   * out.
   */
  async heldUntil(accounts: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const names = new Map(accounts.map((account) => [keysOf(account)[1], account]));
    const seconds = ((FROM_EVERYWHERE - 1) * REFILL_MS) / 1000;
    const { rows } = await sql<{ key: string; held: Date }>`
      select key, until - make_interval(secs => ${seconds}) as held from throttles
      where key = any(${[...names.keys()]}::text[]) and until - make_interval(secs => ${seconds}) > clock_timestamp()`.execute(
      this.store.db,
    );
    return new Map(rows.map(({ key, held }) => [names.get(key)!, held]));
  }

  private async put(tx: Tx, key: string, failures: number, until: number): Promise<void> {
    await tx
      .updateTable('throttles')
      .set({ failures, until: new Date(until), last: now })
      .where('key', '=', key)
      .execute();
  }
}

/** Returns the keys of an origin. Origins with the same keys are treated as the same origin. */
export const placeOf = (origin: Origin): readonly string[] =>
  'device' in origin ? ['device', origin.device] : [networkOf(origin.address)];

/** Returns the origin's key and the account's key; neither key reveals the origin. */
const keysOf = (account: string, origin?: Origin): [string, string] => [
  sha256(JSON.stringify([account, ...(origin ? placeOf(origin) : [])])),
  sha256(JSON.stringify([account])),
];
