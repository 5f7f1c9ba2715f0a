import { networkOf } from '@ludus/shell/network.ts';
import { sql } from 'kysely';
import { sha256 } from '../queue/chance.ts';
import type { Store } from '../store/open.ts';
import type { Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';

/** Number of free wrong passwords. */
const FREE = 5;
const FIRST_DELAY = 15;
const LONGEST_DELAY = 120;
/** Number of free wrong ones of an account from all addresses together, and milliseconds until one more is free. */
const FROM_EVERYWHERE = 100;
const REFILL_MS = 10_000;
/** Seconds that one waits after so many wrong passwords in a row. */
export const delayAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - FREE));

/** Where a password comes from: a browser that has been signed in to the account before, or an address. */
export type Origin = { readonly device: string } | { readonly address: string };

/** Wrong passwords for an account, by the database's clock: when the next try is allowed. */
export interface Wrong {
  readonly failures: number;
  readonly until: number;
}

/**
 * The effect of one more try on the wrong ones from its origin, and on those from everywhere. The value is when all of these will
 * be forgotten, or undefined for a known browser. If it comes too soon, it is when the next one may come. In milliseconds
 * since 1970.
 */
export function afterTry(
  now: number,
  own: Wrong,
  everywhere: number | undefined,
): { readonly wait: number } | { readonly own: Wrong; readonly everywhere: number | undefined } {
  if (own.until > now) return { wait: own.until };
  const full = everywhere === undefined ? undefined : Math.max(now, everywhere) + REFILL_MS;
  const wait = full === undefined ? 0 : full - now - FROM_EVERYWHERE * REFILL_MS;
  if (wait > 0) return { wait: now + wait };
  const failures = own.failures + 1;
  return { own: { failures, until: now + 1000 * delayAfter(failures) }, everywhere: full };
}

/**
 * Slows down only the attacker, on every server. Wrong passwords count for the account together with their origin, so tries from
 * elsewhere lock no one out. LoginThrottle from very many addresses are slowed down by the account. A browser that was signed in to it
 * before is not affected. A try counts before the password is examined, so that many at once gain nothing. Names that are not
 * there are counted like those that are.
 */
export class LoginThrottle {
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** Counts a try as a wrong one. If it comes too soon, nothing is counted, and the value is when the next one may come. */
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

  /** The password was right. */
  async right(account: string, origin: Origin): Promise<void> {
    const [key, all] = keysOf(account, origin);
    await this.store.db.deleteFrom('throttles').where('key', '=', key).execute();
    if (!('device' in origin))
      await sql`update throttles set until = until - make_interval(secs => ${REFILL_MS / 1000}) where key = ${all}`.execute(
        this.store.db,
      );
  }

  /** Until when these accounts take nothing from where they aren't known; without those that do. */
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

/** Origins that share one of these are the same. */
export const placeOf = (origin: Origin): readonly string[] =>
  'device' in origin ? ['device', origin.device] : [networkOf(origin.address)];

/** Its own and the account's; neither reveals the origin. */
const keysOf = (account: string, origin?: Origin): [string, string] => [
  sha256(JSON.stringify([account, ...(origin ? placeOf(origin) : [])])),
  sha256(JSON.stringify([account])),
];
